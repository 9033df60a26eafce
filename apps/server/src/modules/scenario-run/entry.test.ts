import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create } from '../record/record.fixture.ts'
import {
  activate,
  activated,
  good,
  node,
  onCreated,
  readScenario,
  runNow,
  scenario,
  scenariosPath,
} from '../scenario-management/scenario.fixture.ts'
import { settle, summaryOf } from './run.fixture.ts'

let app: TestApp
let manager: Client

beforeAll(async () => {
  app = await startTestApp()
  manager = await app.as('manager')
})
afterAll(() => app.stop())

const owner = () => app.application.platform.database.owner
const account = (name: string) => create(manager, 'accounts', { name })
const entered = async (scenarioId: number) => (await summaryOf(manager, scenarioId, 'start'))['completed']

// First, because no worker is there to handle events before they are late.
describe('an event that is late', () => {
  it('lets no record enter once it is older than the company allows', async () => {
    const ceilings = { messagesPerWeek: 3, actionsPerDay: null, hours: null, lateEventHours: 6 }
    good(await manager.put('scenario-management/limits', ceilings))
    const scenarioId = await activated(manager, scenario([onCreated()]))
    await owner().query(`update scenario set activated_at = now() - interval '30 days'`)
    for (const [name, age] of [
      ['Late', '7 hours'],
      ['In time', '5 hours'],
    ] as const) {
      await account(name)
      await owner().query(
        `update event set at = at - $1::interval
         where event_id = (select max(event_id) from event where type = 'record.changed')`,
        [age],
      )
    }
    await app.application.startWorker()
    await settle(app)
    expect(await entered(scenarioId)).toBe(1)
  })
})

const called = (name: string) => ({ field: 'name', operator: 'startsWith', value: name })

describe('Run Now', () => {
  it('takes the records of a segment, and of a filter, as they are when it starts', async () => {
    const logic = called('Chosen')
    const form = { name: 'Chosen ones', segmentLevel: 'account', isPrivate: false, logic }
    const { segmentId } = good(await manager.post('segment', form)).data
    const gone = await account('Chosen, and archived')
    good(await manager.put(`core/accounts/${gone}/archive`, {}))
    await account('Another')
    const start = (selection: object) => manager.post(scenariosPath, scenario([runNow(selection)]))
    const made = [
      good(await start({ segmentId })).data.scenarioId,
      good(await start({ filter: JSON.stringify(logic) })).data.scenarioId,
    ]
    await account('Chosen since it was saved')
    await account('Chosen, too')
    for (const scenarioId of made) await activate(manager, scenarioId)
    await settle(app)
    for (const scenarioId of made) expect(await entered(scenarioId)).toBe(2)
    good(await manager.delete(`segment/${segmentId}`))
  })

  it('pauses and says why where its segment is deleted before it starts', async () => {
    const form = { name: 'Soon gone', segmentLevel: 'account', isPrivate: false, logic: called('Any') }
    const { segmentId } = good(await manager.post('segment', form)).data
    const day = new Date(app.clock.now().getTime() + 24 * 3600_000).toISOString().slice(0, 10)
    const settings = { selection: { segmentId }, day, hour: 0, repeat: 'daily' }
    const scenarioId = await activated(manager, scenario([node('start', 'scheduleLater', settings)]))
    good(await manager.delete(`segment/${segmentId}`))
    app.clock.advance(24 * 3600_000)
    await expect
      .poll(async () => (await readScenario(manager, scenarioId)).status, { timeout: 30_000 })
      .toBe('paused')
    const { data } = good(await manager.get(`${scenariosPath}/${scenarioId}`))
    expect(data.pausedBecause).toMatch(/segment/i)
  })
})

describe('a record that is in a scenario', () => {
  it('does not enter again before it has left, unless the scenario allows it', async () => {
    const id = await account('Inside')
    const waiting = (whileRunning: boolean) =>
      scenario(
        [runNow({ ids: [id] }, 'wait'), node('wait', 'wait', { mode: 'period', amount: 1, period: 'hour' })],
        { reentry: { rule: 'always', whileRunning } },
      )
    const once = await activated(manager, waiting(false))
    const again = await activated(manager, waiting(true))
    const restart = async () => {
      await settle(app)
      for (const scenarioId of [once, again]) {
        good(await manager.patch(`${scenariosPath}/${scenarioId}/deactivate`))
        await activate(manager, scenarioId)
      }
      await settle(app)
    }
    await restart()
    expect([await entered(once), await entered(again)]).toEqual([1, 2])
    app.clock.advance(2 * 3600_000)
    await expect
      .poll(async () => (await summaryOf(manager, once, 'wait'))['completed'], { timeout: 30_000 })
      .toBe(1)
    await restart()
    expect([await entered(once), await entered(again)]).toEqual([2, 3])
  })
})
