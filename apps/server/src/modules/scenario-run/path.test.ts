import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create } from '../record/record.fixture.ts'
import {
  activated,
  good,
  node,
  readScenario,
  runNow,
  scenario,
  scenariosPath,
} from '../scenario-management/scenario.fixture.ts'
import { nodeOf, settle } from './run.fixture.ts'

let app: TestApp
let manager: Client

beforeAll(async () => {
  app = await startTestApp()
  manager = await app.as('manager')
  await app.application.startWorker()
})
afterAll(() => app.stop())

const root = 'scenario-management/runs'
const wait = node('pause', 'wait', { mode: 'period', amount: 1, period: 'day' })

it('tells the way of a record through a scenario, and the scenarios it is in', async () => {
  const id = await create(manager, 'accounts', { name: 'Northwind' })
  const scenarioId = await activated(manager, scenario([runNow({ ids: [id] }, 'pause'), wait]))
  await settle(app)
  const { data: runs } = good(await manager.get(`${root}?level=account&parentIdentifier=${id}`))
  expect(runs).toMatchObject([{ scenarioId, state: 'waiting', nodeType: 'wait', version: 1, endedAt: null }])
  const [{ runId }] = runs
  const { data: path } = good(await manager.get(`${root}/${runId}`))
  const { nodes } = await readScenario(manager, scenarioId)
  expect(path).toMatchObject({ runId, record: { id, name: 'Northwind', level: 'account' } })
  expect(path.steps.map(({ nodeId, status }: Record<string, unknown>) => [nodeId, status])).toEqual([
    [nodeOf({ nodes }, 'start').nodeId, 'completed'],
    [nodeOf({ nodes }, 'pause').nodeId, 'in_progress'],
  ])
  expect(path.steps[1].wakesAt).toBe(path.wakesAt)
  expect(path.nodes.map(({ key }: { key: string }) => key)).toEqual(['start', 'pause', 'end'])
  expect((await manager.get(`${root}/${runId + 1000}`)).status).toBe(404)
})

it('lists scenarios with the settings of their trigger and when a record entered last', async () => {
  const id = await create(manager, 'accounts', { name: 'Litware' })
  const selection = { ids: [id] }
  const active = await activated(manager, scenario([runNow(selection)], { name: 'Entered' }))
  good(await manager.post(scenariosPath, scenario([runNow(selection)], { name: 'Not entered' })))
  await settle(app)
  const { data } = good(await manager.get(`${scenariosPath}/search?level=account&name=entered`))
  expect(data).toMatchObject([
    { name: 'Entered', scenarioId: active, trigger: 'runNow', triggerSettings: { selection }, entered: 1 },
    { name: 'Not entered', entered: 0, lastEnteredAt: null },
  ])
  expect(Number.isNaN(Date.parse(data[0].lastEnteredAt))).toBe(false)
})
