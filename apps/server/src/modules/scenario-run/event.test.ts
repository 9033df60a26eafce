import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create, defineField, edit, read } from '../record/record.fixture.ts'
import {
  activated,
  good,
  node,
  readScenario,
  scenario,
  scenariosPath,
} from '../scenario-management/scenario.fixture.ts'
import { settle } from './run.fixture.ts'

let app: TestApp
let manager: Client
let size: { name: string }

beforeAll(async () => {
  app = await startTestApp()
  manager = await app.as('manager')
  size = await defineField(await app.as('administrator'), 'account', 'size', 'number')
  await app.application.startWorker()
})
afterAll(() => app.stop())

const day = 24 * 3600_000
const account = (fields: object = {}) => create(manager, 'accounts', { name: 'Northwind', ...fields })
const change = (settings: object) =>
  scenario([node('start', 'onEvent', { type: 'change_attribute', attribute: size.name, ...settings })], {
    reentry: { rule: 'always', whileRunning: true },
  })

/** How many records entered a scenario, which is stopped with that. */
async function entered(scenarioId: number): Promise<number> {
  await settle(app)
  const { nodes } = await readScenario(manager, scenarioId)
  good(await manager.patch(`${scenariosPath}/${scenarioId}/deactivate`))
  return nodes[0].executions.summary.completed
}

const set = (id: number, value: number | null) => edit(manager, 'accounts', id, { [size.name]: value })

describe('a change of an attribute', () => {
  it('lets a record enter as it happens, and not where another one changes', async () => {
    const id = await account({ [size.name]: 1 })
    const any = await activated(manager, change({ changeType: 'any', occurrence: 'immediate' }))
    const specific = await activated(manager, change({ changeType: 'specific', from: 2, to: null }))
    const lower = await activated(
      manager,
      change({ changeType: 'percentage', deviationType: 'decrease', value: 50, precision: 'at_least' }),
    )
    await set(id, 2)
    await set(id, 1)
    await set(id, 2)
    await set(id, null)
    await edit(manager, 'accounts', id, { name: 'Southwind' })
    expect([await entered(any), await entered(specific), await entered(lower)]).toEqual([4, 1, 1])
  })

  it('of many records in one act is found in the ledger', async () => {
    const ids = [await account({ [size.name]: 10 }), await account({ [size.name]: 20 }), await account()]
    const up = await activated(
      manager,
      change({ changeType: 'percentage', deviationType: 'increase', value: 100, precision: 'at_least' }),
    )
    good(
      await manager.post('core/entity/bulk', {
        type: 'massUpdate',
        level: 'account',
        selection: { ids },
        change: { data: { [size.name]: 30 } },
      }),
    )
    const last = async () => (await read(manager, 'accounts', ids[2] as number)).customFields[size.name]
    await expect.poll(last, { timeout: 30_000 }).toBe(30)
    // 10 became 30 is an increase by 200 percent, 20 became 30 one by 50, and from empty there is none.
    expect(await entered(up)).toBe(1)
  })

  it('compares with the value of some days ago, where that is asked', async () => {
    const id = await account({ [size.name]: 5 })
    app.clock.advance(10 * day)
    await set(id, 6)
    app.clock.advance(2 * day)
    const previous = await activated(
      manager,
      change({ changeType: 'any', occurrence: 'previous', timespan: 1, period: 'week' }),
    )
    // A week ago it was 5.
    await set(id, 5)
    await settle(app)
    await set(id, 7)
    const young = await account({ [size.name]: 1 })
    await set(young, 2)
    expect(await entered(previous)).toBe(1)
  })

  it('before the scenario was active, or while it is not, lets no record enter', async () => {
    const id = await account({ [size.name]: 1 })
    await set(id, 2)
    await settle(app)
    const any = await activated(manager, change({ changeType: 'any', occurrence: 'immediate' }))
    expect(await entered(any)).toBe(0)
    await set(id, 3)
    await settle(app)
    const { nodes } = await readScenario(manager, any)
    expect(nodes[0].executions.summary.completed).toBe(0)
  })
})

const moved = (settings: object) =>
  scenario([node('start', 'onEvent', { type: 'stage_changed', ...settings })], {
    reentry: { rule: 'always', whileRunning: true },
  })

it('a change of the stage lets a record enter from and to the stages that are asked for', async () => {
  const { data: stages } = good(await manager.get('core/lifecycles?level=account'))
  const ids = stages.map(({ lifecycleStageId }: { lifecycleStageId: number }) => lifecycleStageId)
  const id = await account({ lifecycleStage: ids[0] })
  const any = await activated(manager, moved({}))
  const back = await activated(manager, moved({ to: ids[0] }))
  for (const stage of [ids[1], ids[0], ids[1]]) await edit(manager, 'accounts', id, { lifecycleStage: stage })
  expect([await entered(any), await entered(back)]).toEqual([3, 1])
})

it('a schedule starts at its time, and again', async () => {
  const id = await account()
  const now = app.clock.now()
  const tomorrow = new Date(now.getTime() + day).toISOString().slice(0, 10)
  const settings = { selection: { ids: [id] }, day: tomorrow, hour: 0, repeat: 'daily' }
  const body = scenario([node('start', 'scheduleLater', settings)], {
    reentry: { rule: 'always', whileRunning: true },
  })
  const scenarioId = await activated(manager, body)
  const count = async () => (await readScenario(manager, scenarioId)).nodes[0].executions.summary.completed
  await settle(app)
  expect(await count()).toBe(0)
  for (const started of [1, 2]) {
    app.clock.advance(day)
    await expect.poll(count, { timeout: 30_000 }).toBe(started)
  }
  const over = scenario([node('start', 'scheduleLater', { ...settings, day: '2020-01-01', repeat: 'once' })])
  const made = good(await manager.post(scenariosPath, over)).data.scenarioId
  expect(await manager.patch(`${scenariosPath}/${made}/activate`)).toMatchObject({
    status: 400,
    body: { fields: { 'nodes.0.settings.day': expect.stringContaining('passed') } },
  })
})
