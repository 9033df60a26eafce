import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { create, defineField } from '../../src/modules/record/record.fixture.ts'
import {
  activate,
  activated,
  createScenario,
  good,
  node,
  runNow,
  scenario,
  scenariosPath,
} from '../../src/modules/scenario-management/scenario.fixture.ts'
import { executions, settle, summaryOf, taskTitles } from '../../src/modules/scenario-run/run.fixture.ts'
import { startTestApp, type Client, type TestApp } from '../harness.ts'

let app: TestApp
let manager: Client
let administrator: Client

beforeAll(async () => {
  app = await startTestApp()
  manager = await app.as('manager')
  administrator = await app.as('administrator')
  await app.application.startWorker()
})
afterAll(() => app.stop())

const hour = 3600_000
const day = 24 * hour
const account = (name: string, values: object = {}) => create(manager, 'accounts', { name, ...values })

const wait = (next: string) => node('wait', 'wait', { mode: 'period', amount: 1, period: 'hour' }, next)

let serial = 0

/** Waits until a node of a scenario has had so many records with a status. */
const reaches = (scenarioId: number, key: string, status: string, count: number) =>
  expect
    .poll(async () => (await summaryOf(manager, scenarioId, key))[status], { timeout: 60_000 })
    .toBe(count)

const rule = (field: string) => ({ rule: { field, operator: 'greater', value: 3 } })

/** Lets a record wait before a node, and deletes the field that the node is about. */
async function loseField(dataType: 'number' | 'date', made: (field: string) => object) {
  const field = await defineField(administrator, 'account', `lost${(serial += 1)}`, dataType)
  const id = await account('Waiting', { [field.name]: dataType === 'date' ? '2030-01-01' : 5 })
  const scenarioId = await activated(
    manager,
    scenario([runNow({ ids: [id] }, 'wait'), wait('act'), made(field.name)]),
  )
  await settle(app)
  good(await administrator.delete(`core/fields/${field.customColumnId}`))
  app.clock.advance(2 * hour)
  await reaches(scenarioId, 'wait', 'completed', 1)
  await settle(app)
  return { id, scenarioId }
}

describe('a field that is deleted while records wait', () => {
  it('makes a condition not hold, and the execution says why', async () => {
    const { scenarioId } = await loseField('number', (field) =>
      node('act', 'condition', rule(field), { yes: 'end', no: 'end' }),
    )
    const [decided] = await executions(manager, scenarioId, 'act')
    expect(decided).toMatchObject({ status: 'completed', reason: expect.any(String) })
  })

  it('lets a filter reject, and a wait for its date end without a date', async () => {
    const filtered = await loseField('number', (field) => node('act', 'filter', rule(field)))
    expect(await summaryOf(manager, filtered.scenarioId, 'act')).toMatchObject({ rejected: 1 })
    const dated = await loseField('date', (field) => node('act', 'wait', { mode: 'date', field }))
    const [skipped] = await executions(manager, dated.scenarioId, 'act')
    expect(skipped).toMatchObject({ status: 'unattended_skip', reason: 'There is no date to wait for.' })
  })

  it('lets what would set it fail, with the reason', async () => {
    const { scenarioId } = await loseField('number', (field) =>
      node('act', 'setAttribute', { field, value: 1 }),
    )
    const [failed] = await executions(manager, scenarioId, 'act')
    expect(failed).toMatchObject({
      status: 'unattended_failure',
      reason: 'This field does not exist. Choose another one.',
    })
  })
})

it('a version that several people activate at once is activated once', async () => {
  const [id, name] = [await account('Wanted'), 'Activated at once']
  const scenarioId = await createScenario(
    manager,
    scenario([runNow({ ids: [id] }, 'call'), node('call', 'createTask', { title: 'Call' })], {
      name,
      reentry: { rule: 'always', whileRunning: true },
    }),
  )
  await Promise.all(Array.from({ length: 5 }, () => activate(manager, scenarioId)))
  await settle(app)
  expect(await taskTitles(manager, id)).toEqual(['Call'])
  const { data } = good(await administrator.get('audit?action=scenario.activated&pageSize=50'))
  const own = data.filter((entry: object) => JSON.stringify(entry).includes(`“${name}”`))
  expect(own).toHaveLength(1)
})

describe('a clock that jumps', () => {
  it('ahead over several starts of a schedule starts it once', async () => {
    const id = await account('Daily')
    const today = app.clock.now().toISOString().slice(0, 10)
    // As far from now as can be, so that no start comes by itself.
    const farHour = (app.clock.now().getUTCHours() + 12) % 24
    const settings = { selection: { ids: [id] }, day: today, hour: farHour, repeat: 'daily' }
    const scenarioId = await activated(
      manager,
      scenario([node('start', 'scheduleLater', settings)], {
        timeZone: 'UTC',
        reentry: { rule: 'always', whileRunning: true },
      }),
    )
    app.clock.advance(10 * day)
    await reaches(scenarioId, 'start', 'completed', 1)
    app.clock.advance(day)
    await reaches(scenarioId, 'start', 'completed', 2)
    app.clock.advance(-day)
    app.clock.advance(day)
    await settle(app)
    expect(await summaryOf(manager, scenarioId, 'start')).toMatchObject({ completed: 2 })
    good(await manager.patch(`${scenariosPath}/${scenarioId}/deactivate`))
  })

  it('back lets a wait end at its time by the new clock, and once', async () => {
    const id = await account('Back in time')
    const scenarioId = await activated(
      manager,
      scenario([runNow({ ids: [id] }, 'wait'), wait('call'), node('call', 'createTask', { title: 'Call' })]),
    )
    await settle(app)
    app.clock.advance(-2 * day)
    expect(await summaryOf(manager, scenarioId, 'wait')).toMatchObject({ in_progress: 1 })
    app.clock.advance(2 * day + 2 * hour)
    await reaches(scenarioId, 'call', 'completed', 1)
    await settle(app)
    expect(await taskTitles(manager, id)).toEqual(['Call'])
  })
})
