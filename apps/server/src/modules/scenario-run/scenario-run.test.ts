import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create, defineField, edit, read, undo } from '../record/record.fixture.ts'
import {
  activate,
  activated,
  createScenario,
  good,
  node,
  onCreated,
  readScenario,
  runNow,
  scenario,
  scenariosPath,
} from '../scenario-management/scenario.fixture.ts'
import { settle } from './run.fixture.ts'

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
const executionsPath = 'scenario-management/nodes'

interface Node {
  key: string
  nodeId: number
  executions: { summary: Record<string, number> }
}

const nodeOf = ({ nodes }: { nodes: Node[] }, key: string): Node =>
  nodes.find((one) => one.key === key) as Node
const summaryOf = async (scenarioId: number, key: string) =>
  nodeOf(await readScenario(manager, scenarioId), key).executions.summary

async function executions(scenarioId: number, key: string, query = '') {
  const { nodeId } = nodeOf(await readScenario(manager, scenarioId), key)
  return good(await manager.get(`${executionsPath}/${nodeId}/node-execution-runs${query}`)).data
}

const tasksOf = async (recordId: number) =>
  good(await manager.get(`playbook/tasks/search?level=account&parentIdentifier=${recordId}`)).data

const pulse = (from: number) => ({
  field: 'system:pulse',
  operator: 'isSetTo',
  value: [1, 2, 3, 4, 5].filter((one) => one >= from),
})

describe('Run Now', () => {
  it('takes the selected records through condition, attribute and task, and one undo reverts a change', async () => {
    const ids = [
      await account('One', { pulse: 1 }),
      await account('Two', { pulse: 4 }),
      await account('Three'),
    ]
    const scenarioId = await activated(
      manager,
      scenario([
        runNow({ ids: [...ids, 999_999] }, 'ask'),
        node('ask', 'condition', { rule: pulse(3) }, { yes: 'set', no: 'call' }),
        node('set', 'setAttribute', { field: 'system:pulse', value: 2 }),
        node('call', 'createTask', { title: 'Call {{record.name}}', dueInDays: 3 }),
      ]),
    )
    await settle(app)
    expect((await read(manager, 'accounts', ids[1] as number)).globalFields.pulse).toBe(2)
    expect((await read(manager, 'accounts', ids[0] as number)).globalFields.pulse).toBe(1)
    expect((await tasksOf(ids[0] as number)).map(({ title }: { title: string }) => title)).toEqual([
      'Call One',
    ])
    expect(await tasksOf(ids[1] as number)).toEqual([])
    const { nodes } = await readScenario(manager, scenarioId)
    const completed = Object.fromEntries(
      nodes.map(({ key, executions: { summary } }: Node) => [
        key,
        [summary['in_progress'], summary['completed']],
      ]),
    )
    expect(completed).toEqual({ start: [0, 3], ask: [0, 3], set: [0, 1], call: [0, 2], end: [0, 3] })
    const [done] = await executions(scenarioId, 'set', '?status=completed')
    expect(done).toMatchObject({ record: { id: ids[1], name: 'Two' }, status: 'completed', version: 1 })
    const { data: history } = good(await admin.get(`core/accounts/${ids[1]}/history`))
    expect(history[0]).toMatchObject({
      changeSetId: done.changeSetId,
      source: 'scenario',
      actor: { kind: 'scenario', id: scenarioId },
      causes: [{ kind: 'scenario', id: scenarioId }],
    })
    await undo(admin, done.changeSetId)
    expect((await read(manager, 'accounts', ids[1] as number)).globalFields.pulse).toBe(4)
  })

  it('enters each record once by default, and again where the rule allows it', async () => {
    const id = await account('Again')
    const once = await activated(manager, scenario([runNow({ ids: [id] })]))
    const always = await activated(
      manager,
      scenario([runNow({ ids: [id] })], { reentry: { rule: 'always' } }),
    )
    const limited = await activated(
      manager,
      scenario([runNow({ ids: [id] })], { reentry: { rule: 'limited', times: 2, days: 30 } }),
    )
    for (let round = 0; round < 3; round += 1) {
      await settle(app)
      for (const scenarioId of [once, always, limited]) {
        good(await manager.patch(`${scenariosPath}/${scenarioId}/deactivate`))
        await activate(manager, scenarioId)
      }
    }
    await settle(app)
    const entered = await Promise.all(
      [once, always, limited].map((scenarioId) => summaryOf(scenarioId, 'start')),
    )
    expect(entered.map(({ completed }) => completed)).toEqual([1, 4, 2])
  })

  it('assigns a playbook, and goes on where the record runs it already', async () => {
    const playbook = { name: 'Onboarding', level: 'account', steps: [{ key: 'call', title: 'Call' }] }
    const { templateId } = good(await manager.post('playbook/playbook-templates', playbook)).data
    good(await manager.post(`playbook/playbook-templates/${templateId}/active`))
    const [one, other] = [await account('Fresh'), await account('Busy')]
    good(await manager.post(`playbook/playbook-templates/${templateId}/apply`, { entities: [other] }))
    const scenarioId = await activated(
      manager,
      scenario([runNow({ ids: [one, other] }, 'play'), node('play', 'assignPlaybook', { templateId })]),
    )
    await settle(app)
    expect(await summaryOf(scenarioId, 'play')).toMatchObject({
      completed: 1,
      unattended_skip: 1,
      in_progress: 0,
    })
    expect(await summaryOf(scenarioId, 'end')).toMatchObject({ completed: 2 })
    const [skipped] = await executions(scenarioId, 'play', '?status=unattended_skip')
    expect(skipped).toMatchObject({ record: { id: other }, reason: 'It already runs this playbook.' })
    const [assigned] = await executions(scenarioId, 'play', '?status=completed')
    await undo(admin, assigned.changeSetId)
    expect(await tasksOf(one)).toEqual([])
  })

  it('filters, splits by percent and branches', async () => {
    const ids: number[] = []
    for (let at = 0; at < 12; at += 1) ids.push(await account(`Split ${at}`, { pulse: (at % 4) + 1 }))
    const scenarioId = await activated(
      manager,
      scenario([
        runNow({ ids }, 'keep'),
        node('keep', 'filter', { rule: pulse(2) }, 'fork'),
        node(
          'fork',
          'branches',
          {
            branches: [
              { key: 'top', name: 'Top', rule: pulse(4) },
              { key: 'good', name: 'Good', rule: pulse(3) },
            ],
          },
          { top: 'end', good: 'half', else: 'end' },
        ),
        node(
          'half',
          'split',
          {
            parts: [
              { key: 'all', name: 'All', percent: 100 },
              { key: 'none', name: 'None', percent: 0 },
            ],
          },
          { all: 'call', none: 'end' },
        ),
        node('call', 'createTask', { title: 'Call' }),
      ]),
    )
    await settle(app)
    expect(await summaryOf(scenarioId, 'keep')).toMatchObject({ completed: 9, rejected: 3 })
    expect(await summaryOf(scenarioId, 'half')).toMatchObject({ completed: 3 })
    expect(await summaryOf(scenarioId, 'call')).toMatchObject({ completed: 3 })
    expect(await summaryOf(scenarioId, 'end')).toMatchObject({ completed: 9 })
  })
})

describe('a wait', () => {
  const wait = (settings: object, next = 'call') =>
    node('wait', 'wait', settings as Record<string, unknown>, next)
  const call = node('call', 'createTask', { title: 'Call' })

  it('ends at its time, and its records can be seen until then', async () => {
    const id = await account('Patient')
    const scenarioId = await activated(
      manager,
      scenario([runNow({ ids: [id] }, 'wait'), wait({ mode: 'period', amount: 2, period: 'day' }), call]),
    )
    await settle(app)
    const [waiting] = await executions(scenarioId, 'wait', '?status=in_progress')
    expect(waiting).toMatchObject({ record: { id }, wakesAt: expect.any(String) })
    expect(await summaryOf(scenarioId, 'wait')).toMatchObject({ in_progress: 1, completed: 0 })
    app.clock.advance(2 * 24 * 3600_000 + 60_000)
    await expect
      .poll(async () => (await summaryOf(scenarioId, 'call'))['completed'], { timeout: 30_000 })
      .toBe(1)
    expect(await summaryOf(scenarioId, 'wait')).toMatchObject({ in_progress: 0, completed: 1 })
  })

  it('of nothing does not wait, and without a date the record leaves', async () => {
    const id = await account('No date')
    const scenarioId = await activated(
      manager,
      scenario([
        runNow({ ids: [id] }, 'none'),
        node('none', 'wait', { mode: 'period', amount: 0, period: 'hour' }, 'wait'),
        wait({ mode: 'date', field: 'churnDate' }),
        call,
      ]),
    )
    await settle(app)
    expect(await summaryOf(scenarioId, 'wait')).toMatchObject({ unattended_skip: 1, in_progress: 0 })
    expect(await summaryOf(scenarioId, 'call')).toMatchObject({ completed: 0, in_progress: 0 })
  })

  it('ends for a record that was archived or deleted meanwhile, which then leaves', async () => {
    const [gone, put] = [await account('Deleted'), await account('Archived')]
    const scenarioId = await activated(
      manager,
      scenario([
        runNow({ ids: [gone, put] }, 'wait'),
        wait({ mode: 'period', amount: 1, period: 'hour' }),
        call,
      ]),
    )
    await settle(app)
    await app.application.platform.database.owner.query('delete from record where record_id = $1', [gone])
    good(await manager.put(`core/accounts/${put}/archive`, {}))
    app.clock.advance(2 * 3600_000)
    await expect
      .poll(async () => (await summaryOf(scenarioId, 'wait'))['unattended_skip'], { timeout: 30_000 })
      .toBe(2)
    const reasons = (await executions(scenarioId, 'wait')).map(({ reason }: { reason: string }) => reason)
    expect(reasons.toSorted()).toEqual(['The record was archived.', 'The record was deleted.'])
  })
})

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
    expect(await summaryOf(scenarioId, 'set')).toMatchObject({ completed: 3 })
    expect(await summaryOf(scenarioId, 'call')).toMatchObject({
      completed: 1,
      unattended_failure: 2,
      in_progress: 0,
    })
    const failures = await executions(scenarioId, 'call', '?status=unattended_failure')
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
    expect(await summaryOf(scenarioId, 'call')).toMatchObject({ unattended_failure: 1, attended_failure: 1 })
    await owner.query('drop trigger refuse_bad on task')
    expect(good(await manager.post(`${path}/retry`, { ids: [bad, 1] })).data.nodeExecutionRunIds).toEqual([
      bad,
    ])
    await settle(app)
    expect(await summaryOf(scenarioId, 'call')).toMatchObject({
      completed: 2,
      unattended_failure: 0,
      attended_failure: 1,
      in_progress: 0,
    })
    expect(await summaryOf(scenarioId, 'end')).toMatchObject({ completed: 2 })
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
    expect(await summaryOf(scenarioId, 'call')).toMatchObject({ completed: 2, in_progress: 0 })
  })
})

describe('a stop', () => {
  const waiting = (id: number) =>
    scenario([
      runNow({ ids: [id] }, 'wait'),
      node('wait', 'wait', { mode: 'period', amount: 1, period: 'hour' }, 'call'),
      node('call', 'createTask', { title: 'Call' }),
    ])

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
    expect(await summaryOf(scenarioId, 'wait')).toMatchObject({ in_progress: 1 })
    await activate(manager, scenarioId)
    await settle(app)
    expect(await summaryOf(scenarioId, 'call')).toMatchObject({ completed: 1 })
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
    expect(await summaryOf(scenarioId, 'start')).toMatchObject({ completed: 0 })
    good(await manager.put(setting, { stopped: false }))
    good(await manager.patch(`${scenariosPath}/${scenarioId}/deactivate`))
    await activate(manager, scenarioId)
    await settle(app)
    expect(await summaryOf(scenarioId, 'call')).toMatchObject({ completed: 1 })
  })

  it('for good lets the records leave', async () => {
    const scenarioId = await activated(manager, waiting(await account('Archived scenario')))
    await settle(app)
    good(await manager.delete(`${scenariosPath}/${scenarioId}/archive`))
    await settle(app)
    expect(await summaryOf(scenarioId, 'wait')).toMatchObject({ in_progress: 0 })
    expect(await executions(scenarioId, 'wait')).toEqual([])
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
    .poll(async () => (await summaryOf(scenarioId, 'call'))['completed'], { timeout: 30_000 })
    .toBe(1)
  expect((await tasksOf(id)).map(({ title }: { title: string }) => title)).toEqual(['First'])
})

describe('On Event', () => {
  it('lets created records enter, and completed tasks', async () => {
    const scenarioId = await activated(
      manager,
      scenario([onCreated('call'), node('call', 'createTask', { title: 'Welcome' })]),
    )
    const followed = await activated(
      manager,
      scenario([node('start', 'onEvent', { type: 'task_completed' })]),
    )
    const id = await account('New')
    await settle(app)
    const [task] = await tasksOf(id)
    expect(task).toMatchObject({ title: 'Welcome' })
    good(await manager.post('tasks/complete', { taskIds: [task.taskId] }))
    await settle(app)
    expect(await summaryOf(followed, 'start')).toMatchObject({ completed: 1 })
    for (const one of [scenarioId, followed]) good(await manager.patch(`${scenariosPath}/${one}/deactivate`))
  })

  it('ends a circle of scenarios, and says so', async () => {
    const change = (from: number, to: number) =>
      scenario(
        [
          node(
            'start',
            'onEvent',
            { type: 'change_attribute', attribute: 'system:pulse', changeType: 'specific', from, to },
            'set',
          ),
          node('set', 'setAttribute', { field: 'system:pulse', value: from }),
        ],
        { reentry: { rule: 'always' } },
      )
    const [down, up] = [await activated(manager, change(2, 4)), await activated(manager, change(4, 2))]
    const id = await account('Circling', { pulse: 2 })
    await edit(manager, 'accounts', id, { 'system:pulse': 4 })
    await settle(app)
    const [one, other] = [await summaryOf(down, 'start'), await summaryOf(up, 'start')]
    expect([one, other]).toMatchObject([
      { completed: 1, unattended_skip: 1 },
      { completed: 1, unattended_skip: 0 },
    ])
    const [looped] = await executions(down, 'start', '?status=unattended_skip')
    expect(looped.reason).toContain('would have started it again')
    for (const scenarioId of [down, up])
      good(await manager.patch(`${scenariosPath}/${scenarioId}/deactivate`))
  })
})
