import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create, defineField } from '../record/record.fixture.ts'
import {
  activate,
  activated,
  good,
  node,
  readScenario,
  runNow,
  scenario,
} from '../scenario-management/scenario.fixture.ts'
import { executions, executionsPath, nodeOf, settle, summaryOf } from './run.fixture.ts'

let app: TestApp
let manager: Client
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  manager = await app.as('manager')
  admin = await app.as('administrator')
  await app.application.startWorker()
})
afterAll(() => app.stop())

const account = (name: string, fields: object = {}) => create(manager, 'accounts', { name, ...fields })

describe('a failure', () => {
  it('stops only its record; it can be retried from there or dismissed, and the summary is exact', async () => {
    const field = await defineField(admin, 'account', 'seen', 'string')
    const ids = [await account('Good'), await account('Bad'), await account('Worse')]
    const { owner } = app.application.platform.database
    // The database refuses two of the records, as a fault would.
    await owner.query(`create function refuse_bad() returns trigger language plpgsql as $$
      begin if new.record_id = any('{${ids[1]},${ids[2]}}') then raise exception 'refused'; end if; return new; end $$`)
    await owner.query(
      'create trigger refuse_bad before insert on task for each row execute function refuse_bad()',
    )
    const scenarioId = await activated(
      manager,
      scenario([
        runNow({ ids }, 'set'),
        node('set', 'setAttribute', { field: field.name, value: 'Seen' }, 'call'),
        node('call', 'createTask', { title: 'Call' }),
      ]),
    )
    await settle(app)
    expect(await summaryOf(manager, scenarioId, 'set')).toMatchObject({ completed: 3 })
    expect(await summaryOf(manager, scenarioId, 'call')).toMatchObject({
      completed: 1,
      unattended_failure: 2,
      in_progress: 0,
    })
    const failures = await executions(manager, scenarioId, 'call', '?status=unattended_failure')
    expect(failures.map(({ record }: { record: { id: number } }) => record.id).toSorted()).toEqual(
      ids.slice(1),
    )
    expect(failures[0].reason).toContain('unexpected error')
    const [bad, worse] = failures.map(
      ({ nodeExecutionRunId }: { nodeExecutionRunId: number }) => nodeExecutionRunId,
    )
    const path = `${executionsPath}/node-execution-runs`
    expect(good(await manager.post(`${path}/dismiss`, { ids: [worse] })).data.nodeExecutionRunIds).toEqual([
      worse,
    ])
    expect(good(await manager.post(`${path}/dismiss`, { ids: [worse] })).data.nodeExecutionRunIds).toEqual([])
    expect(await summaryOf(manager, scenarioId, 'call')).toMatchObject({
      unattended_failure: 1,
      attended_failure: 1,
    })
    await owner.query('drop trigger refuse_bad on task')
    expect(good(await manager.post(`${path}/retry`, { ids: [bad, 1] })).data.nodeExecutionRunIds).toEqual([
      bad,
    ])
    await settle(app)
    expect(await summaryOf(manager, scenarioId, 'call')).toMatchObject({
      completed: 2,
      unattended_failure: 0,
      attended_failure: 1,
      in_progress: 0,
    })
    expect(await summaryOf(manager, scenarioId, 'end')).toMatchObject({ completed: 2 })
  })

  it('of ten records for the same reason pauses the scenario, says why, and notifies its creator', async () => {
    const ids: number[] = []
    for (let at = 0; at < 12; at += 1) ids.push(await account(`Failing ${at}`))
    const { owner } = app.application.platform.database
    await owner.query(`create function refuse_all() returns trigger language plpgsql as $$
      begin raise exception 'refused'; end $$`)
    await owner.query(
      'create trigger refuse_all before insert on task for each row execute function refuse_all()',
    )
    const scenarioId = await activated(
      manager,
      scenario([runNow({ ids }, 'call'), node('call', 'createTask', { title: 'Call' })]),
    )
    await settle(app)
    await owner.query('drop trigger refuse_all on task')
    const paused = await readScenario(manager, scenarioId)
    expect(paused).toMatchObject({
      status: 'paused',
      pausedBecause: expect.stringContaining('10 records failed'),
    })
    expect(nodeOf(paused, 'call').executions.summary).toMatchObject({
      unattended_failure: 10,
      in_progress: 2,
    })
    const { notifications } = good(await manager.get('notification/notification?mode=1&size=15')).data
    expect(notifications.map(({ kind }: { kind: string }) => kind)).toContain('scenario.paused')
    await activate(manager, scenarioId)
    await settle(app)
    expect(await summaryOf(manager, scenarioId, 'call')).toMatchObject({ completed: 2, in_progress: 0 })
  })
})

it('a scenario pauses at its limit of actions a day, and continues on another day', async () => {
  const ids: number[] = []
  for (let at = 0; at < 5; at += 1) ids.push(await account(`Limited ${at}`))
  const call = node('call', 'createTask', { title: 'Call' })
  const scenarioId = await activated(manager, scenario([runNow({ ids }, 'call'), call], { actionsPerDay: 3 }))
  await settle(app)
  const paused = await readScenario(manager, scenarioId)
  expect(paused).toMatchObject({
    status: 'paused',
    pausedBecause: expect.stringContaining('limit of 3 actions'),
  })
  expect(nodeOf(paused, 'call').executions.summary).toMatchObject({ completed: 3, in_progress: 2 })
  await activate(manager, scenarioId)
  await settle(app)
  expect((await readScenario(manager, scenarioId)).status).toBe('paused')
  app.clock.advance(24 * 3600_000)
  await activate(manager, scenarioId)
  await settle(app)
  expect(await summaryOf(manager, scenarioId, 'call')).toMatchObject({ completed: 5, in_progress: 0 })
})

it('executions are forgotten when their record left long ago, and the counts stay', async () => {
  const ids = [await account('Through'), await account('Inside')]
  const through = await activated(manager, scenario([runNow({ ids })]))
  const inside = await activated(
    manager,
    scenario([
      runNow({ ids }, 'none'),
      node('none', 'wait', { mode: 'period', amount: 0, period: 'day' }, 'wait'),
      node('wait', 'wait', { mode: 'period', amount: 12, period: 'calendarMonth' }),
    ]),
  )
  await settle(app)
  app.clock.advance(91 * 24 * 3600_000)
  const { modules, platform } = app.application
  const forget = modules.modules.map(({ tasks }) => tasks?.['retention:forget-old']).find(Boolean)
  await forget?.({}, { signal: new AbortController().signal, log: platform.log })
  expect(await executions(manager, through, 'end')).toEqual([])
  expect(await summaryOf(manager, through, 'end')).toMatchObject({ completed: 2 })
  expect(await executions(manager, inside, 'none')).toHaveLength(2)
})
