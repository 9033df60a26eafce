import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create } from '../record/record.fixture.ts'
import { activated, good, runNow, scenario, scenariosPath } from '../scenario-management/scenario.fixture.ts'
import { settle } from './run.fixture.ts'

let app: TestApp
let manager: Client

beforeAll(async () => {
  app = await startTestApp()
  manager = await app.as('manager')
  await app.application.startWorker()
})
afterAll(() => app.stop())

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
