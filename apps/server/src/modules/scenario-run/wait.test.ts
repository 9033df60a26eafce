import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create } from '../record/record.fixture.ts'
import {
  activate,
  activated,
  createScenario,
  good,
  node,
  runNow,
  scenario,
  scenariosPath,
} from '../scenario-management/scenario.fixture.ts'
import { executions, settle, summaryOf, taskTitles } from './run.fixture.ts'

let app: TestApp
let manager: Client

beforeAll(async () => {
  app = await startTestApp()
  manager = await app.as('manager')
  await app.application.startWorker()
})
afterAll(() => app.stop())

const account = (name: string, fields: object = {}) => create(manager, 'accounts', { name, ...fields })

const waitNode = (settings: object, next = 'call') =>
  node('wait', 'wait', settings as Record<string, unknown>, next)

/** Holds the run of a record, as work does that is lost in the end, until others have come to it. */
async function whileHeld(recordId: number, act: () => Promise<unknown>): Promise<void> {
  const { owner } = app.application.platform.database
  const holder = await owner.connect()
  try {
    await holder.query('begin')
    await holder.query('select from scenario_run where record_id = $1 for update', [recordId])
    const { rows } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid')
    await act()
    const hasCome = async () => {
      const found = await owner.query<{ come: boolean }>(
        `select exists (select from pg_stat_activity where $1 = any(pg_blocking_pids(pid)))
           or not exists (select from graphile_worker.jobs where task_identifier = 'scenario.advance')
             and not exists (select from due_work where kind = 'scenario.wake' and due_at <= $2) as come`,
        [rows[0]?.pid, app.clock.now()],
      )
      return found.rows[0]?.come
    }
    await expect.poll(hasCome, { timeout: 30_000 }).toBe(true)
  } finally {
    await holder.query('rollback')
    holder.release()
  }
}

describe('a wait', () => {
  const call = node('call', 'createTask', { title: 'Call' })

  it('ends at its time, and its records can be seen until then', async () => {
    const id = await account('Patient')
    const scenarioId = await activated(
      manager,
      scenario([runNow({ ids: [id] }, 'wait'), waitNode({ mode: 'period', amount: 2, period: 'day' }), call]),
    )
    await settle(app)
    const [waiting] = await executions(manager, scenarioId, 'wait', '?status=in_progress')
    expect(waiting).toMatchObject({ record: { id }, wakesAt: expect.any(String) })
    expect(await summaryOf(manager, scenarioId, 'wait')).toMatchObject({ in_progress: 1, completed: 0 })
    app.clock.advance(2 * 24 * 3600_000 + 60_000)
    await expect
      .poll(async () => (await summaryOf(manager, scenarioId, 'call'))['completed'], { timeout: 30_000 })
      .toBe(1)
    expect(await summaryOf(manager, scenarioId, 'wait')).toMatchObject({ in_progress: 0, completed: 1 })
  })

  it('and what follows are not lost with work that held the record and was lost', async () => {
    const id = await account('Held')
    const scenarioId = await activated(
      manager,
      scenario([runNow({ ids: [id] }, 'wait'), waitNode({ mode: 'period', amount: 2, period: 'day' }), call]),
    )
    await settle(app)
    good(await manager.patch(`${scenariosPath}/${scenarioId}/deactivate`))
    const stateOf = async () => {
      const { owner } = app.application.platform.database
      const text = 'select state from scenario_run where record_id = $1'
      return (await owner.query<{ state: number }>(text, [id])).rows[0]?.state
    }
    await whileHeld(id, async () => app.clock.advance(2 * 24 * 3600_000 + 60_000))
    // Ready, where it stays until the scenario is active again.
    await expect.poll(stateOf, { timeout: 30_000 }).toBe(1)
    await whileHeld(id, () => activate(manager, scenarioId))
    await expect
      .poll(async () => (await summaryOf(manager, scenarioId, 'call'))['completed'], { timeout: 30_000 })
      .toBe(1)
  })

  it('of nothing does not wait, and without a date the record leaves', async () => {
    const id = await account('No date')
    const scenarioId = await activated(
      manager,
      scenario([
        runNow({ ids: [id] }, 'none'),
        node('none', 'wait', { mode: 'period', amount: 0, period: 'hour' }, 'wait'),
        waitNode({ mode: 'date', field: 'churnDate' }),
        call,
      ]),
    )
    await settle(app)
    expect(await summaryOf(manager, scenarioId, 'wait')).toMatchObject({ unattended_skip: 1, in_progress: 0 })
    expect((await executions(manager, scenarioId, 'wait', '?status=unattended_skip'))[0].canRetry).toBe(true)
    expect(await summaryOf(manager, scenarioId, 'call')).toMatchObject({ completed: 0, in_progress: 0 })
  })

  it('until business hours ends when they begin, and is none within them', async () => {
    const [early, late] = [await account('Early bird'), await account('Night owl')]
    const hour = app.clock.now().getUTCHours()
    const closed = hour < 12 ? { from: 13, to: 14 } : { from: 1, to: 2 }
    const scenarioId = await activated(
      manager,
      scenario([
        runNow({ ids: [early, late] }, 'wait'),
        waitNode({ mode: 'businessHours', ...closed }, 'end'),
      ]),
    )
    await settle(app)
    const all = await executions(manager, scenarioId, 'wait', '?status=in_progress')
    expect(all).toHaveLength(2)
    const [{ wakesAt }] = all
    expect(new Date(wakesAt).getUTCHours()).toBe(closed.from)
    expect([1, 2, 3, 4, 5]).toContain(new Date(wakesAt).getUTCDay())
    app.clock.advance(new Date(wakesAt).getTime() - app.clock.now().getTime() + 1000)
    await expect
      .poll(() => summaryOf(manager, scenarioId, 'wait'), { timeout: 30_000 })
      .toMatchObject({ completed: 2, in_progress: 0 })
  })

  it('goes on for a record that was moved, which is seen with its new parent afterwards', async () => {
    const group = async (name: string) => create(manager, 'organizations', { name })
    const [before, after] = [await group('Before the move'), await group('After the move')]
    const id = await account('Mover', { organization: before })
    const scenarioId = await activated(
      manager,
      scenario([
        runNow({ ids: [id] }, 'wait'),
        waitNode({ mode: 'period', amount: 1, period: 'hour' }),
        node('call', 'createTask', { title: 'Call {{organization.name}}' }),
      ]),
    )
    await settle(app)
    good(await manager.post(`core/accounts/${id}/move`, { formData: { organizationId: after } }))
    app.clock.advance(2 * 3600_000)
    await expect
      .poll(async () => (await summaryOf(manager, scenarioId, 'call'))['completed'], { timeout: 30_000 })
      .toBe(1)
    expect(await taskTitles(manager, id)).toEqual(['Call After the move'])
  })

  it('ends for a record that was archived or deleted meanwhile, which then leaves', async () => {
    const [gone, put] = [await account('Deleted'), await account('Archived')]
    const scenarioId = await activated(
      manager,
      scenario([
        runNow({ ids: [gone, put] }, 'wait'),
        waitNode({ mode: 'period', amount: 1, period: 'hour' }),
        call,
      ]),
    )
    await settle(app)
    await app.application.platform.database.owner.query('delete from record where record_id = $1', [gone])
    good(await manager.put(`core/accounts/${put}/archive`, {}))
    app.clock.advance(2 * 3600_000)
    await expect
      .poll(async () => (await summaryOf(manager, scenarioId, 'wait'))['unattended_skip'], {
        timeout: 30_000,
      })
      .toBe(2)
    const reasons = (await executions(manager, scenarioId, 'wait')).map(
      ({ reason }: { reason: string }) => reason,
    )
    expect(reasons.toSorted()).toEqual(['The record was archived.', 'The record was deleted.'])
  })
})

const waiting = (id: number) =>
  scenario([
    runNow({ ids: [id] }, 'wait'),
    node('wait', 'wait', { mode: 'period', amount: 1, period: 'hour' }, 'call'),
    node('call', 'createTask', { title: 'Call' }),
  ])

describe('a stop', () => {
  it('leaves records where they are until the scenario is active again', async () => {
    const scenarioId = await activated(manager, waiting(await account('Stopped')))
    await settle(app)
    good(await manager.patch(`${scenariosPath}/${scenarioId}/deactivate`))
    app.clock.advance(2 * 3600_000)
    const { owner } = app.application.platform.database
    const isAwake = async () =>
      (await owner.query('select from scenario_run where scenario_id = $1 and state = 1', [scenarioId]))
        .rowCount
    await expect.poll(isAwake, { timeout: 30_000 }).toBe(1)
    await settle(app)
    expect(await summaryOf(manager, scenarioId, 'wait')).toMatchObject({ in_progress: 1 })
    await activate(manager, scenarioId)
    await settle(app)
    expect(await summaryOf(manager, scenarioId, 'call')).toMatchObject({ completed: 1 })
  })

  it('of the whole company stops every scenario, and nothing is lost', async () => {
    const setting = 'scenario-management/settings'
    const id = await account('All stopped')
    const scenarioId = await createScenario(
      manager,
      scenario([runNow({ ids: [id] }, 'call'), node('call', 'createTask', { title: 'Call' })]),
    )
    good(await manager.put(setting, { stopped: true }))
    expect(good(await manager.get(setting)).data).toEqual({ stopped: true })
    await activate(manager, scenarioId)
    await settle(app)
    expect(await summaryOf(manager, scenarioId, 'start')).toMatchObject({ completed: 0 })
    good(await manager.put(setting, { stopped: false }))
    good(await manager.patch(`${scenariosPath}/${scenarioId}/deactivate`))
    await activate(manager, scenarioId)
    await settle(app)
    expect(await summaryOf(manager, scenarioId, 'call')).toMatchObject({ completed: 1 })
  })

  it('for good lets the records leave', async () => {
    const scenarioId = await activated(manager, waiting(await account('Archived scenario')))
    await settle(app)
    good(await manager.delete(`${scenariosPath}/${scenarioId}/archive`))
    await settle(app)
    expect(await summaryOf(manager, scenarioId, 'wait')).toMatchObject({ in_progress: 0 })
    expect(await executions(manager, scenarioId, 'wait')).toEqual([])
  })
})

it('records stay on the version with which they entered', async () => {
  const id = await account('Versioned')
  const wait = node('wait', 'wait', { mode: 'period', amount: 1, period: 'hour' }, 'call')
  const version = (title: string) => [
    runNow({ ids: [id] }, 'wait'),
    wait,
    node('call', 'createTask', { title }),
  ]
  const first = scenario(version('First'))
  const scenarioId = await activated(manager, first)
  await settle(app)
  good(await manager.patch(`${scenariosPath}/${scenarioId}/deactivate`))
  good(
    await manager.put(`${scenariosPath}/${scenarioId}`, {
      ...scenario(version('Second')),
      formData: first.formData,
    }),
  )
  await activate(manager, scenarioId)
  app.clock.advance(2 * 3600_000)
  await expect
    .poll(async () => (await summaryOf(manager, scenarioId, 'call'))['completed'], { timeout: 30_000 })
    .toBe(1)
  expect(await taskTitles(manager, id)).toEqual(['First'])
})
