import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create, edit, read, undo } from '../record/record.fixture.ts'
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
import { executions, settle, summaryOf, taskTitles, type RunNode } from './run.fixture.ts'

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
    expect(await taskTitles(manager, ids[0] as number)).toEqual(['Call One'])
    expect(await taskTitles(manager, ids[1] as number)).toEqual([])
    const { nodes } = await readScenario(manager, scenarioId)
    const completed = Object.fromEntries(
      nodes.map(({ key, executions: { summary } }: RunNode) => [
        key,
        [summary['in_progress'], summary['completed']],
      ]),
    )
    expect(completed).toEqual({ start: [0, 3], ask: [0, 3], set: [0, 1], call: [0, 2], end: [0, 3] })
    const [done] = await executions(manager, scenarioId, 'set', '?status=completed')
    expect(done).toMatchObject({ record: { id: ids[1], name: 'Two' }, status: 'completed', version: 1 })
    const { data: history } = good(await admin.get(`core/accounts/${ids[1]}/history`))
    expect(
      history.find(({ changeSetId }: { changeSetId: number }) => changeSetId === done.changeSetId),
    ).toMatchObject({
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
      [once, always, limited].map((scenarioId) => summaryOf(manager, scenarioId, 'start')),
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
    expect(await summaryOf(manager, scenarioId, 'play')).toMatchObject({
      completed: 1,
      unattended_skip: 1,
      in_progress: 0,
    })
    expect(await summaryOf(manager, scenarioId, 'end')).toMatchObject({ completed: 2 })
    const [skipped] = await executions(manager, scenarioId, 'play', '?status=unattended_skip')
    expect(skipped).toMatchObject({
      record: { id: other },
      reason: 'It already runs this playbook.',
      canRetry: false,
    })
    const [assigned] = await executions(manager, scenarioId, 'play', '?status=completed')
    await undo(admin, assigned.changeSetId)
    expect(await taskTitles(manager, one)).toEqual([])
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
    expect(await summaryOf(manager, scenarioId, 'keep')).toMatchObject({ completed: 9, rejected: 3 })
    expect(await summaryOf(manager, scenarioId, 'half')).toMatchObject({ completed: 3 })
    expect(await summaryOf(manager, scenarioId, 'call')).toMatchObject({ completed: 3 })
    expect(await summaryOf(manager, scenarioId, 'end')).toMatchObject({ completed: 9 })
  })
})

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
    const tasks = `playbook/tasks/search?level=account&parentIdentifier=${id}`
    const [task] = good(await manager.get(tasks)).data
    expect(task).toMatchObject({ title: 'Welcome' })
    good(await manager.post('tasks/complete', { taskIds: [task.taskId] }))
    await settle(app)
    expect(await summaryOf(manager, followed, 'start')).toMatchObject({ completed: 1 })
    for (const one of [scenarioId, followed]) good(await manager.patch(`${scenariosPath}/${one}/deactivate`))
  })

  it('ends a circle of scenarios, and says so', async () => {
    const [down, up] = [await activated(manager, change(2, 4)), await activated(manager, change(4, 2))]
    const id = await account('Circling', { pulse: 2 })
    await edit(manager, 'accounts', id, { 'system:pulse': 4 })
    await settle(app)
    const [one, other] = [await summaryOf(manager, down, 'start'), await summaryOf(manager, up, 'start')]
    expect([one, other]).toMatchObject([
      { completed: 1, unattended_skip: 1 },
      { completed: 1, unattended_skip: 0 },
    ])
    const [looped] = await executions(manager, down, 'start', '?status=unattended_skip')
    expect(looped.reason).toContain('would have started it again')
    for (const scenarioId of [down, up])
      good(await manager.patch(`${scenariosPath}/${scenarioId}/deactivate`))
  })
})

const setAndCall = (id: number) => [
  runNow({ ids: [id] }, 'set'),
  node('set', 'setAttribute', { field: 'system:pulse', value: 5 }, 'call'),
  node('call', 'createTask', { title: 'Call' }),
]

it('everything that a stopped scenario did since an instant is undone, and nothing from before', async () => {
  const since = () => app.clock.now().toISOString()
  const [early, late] = [await account('Early', { pulse: 1 }), await account('Late', { pulse: 1 })]
  const first = scenario(setAndCall(early))
  const scenarioId = await activated(manager, first)
  await settle(app)
  const path = `${scenariosPath}/${scenarioId}`
  app.clock.advance(60_000)
  const from = since()
  good(await manager.patch(`${path}/deactivate`))
  good(await manager.put(path, { ...scenario(setAndCall(late)), formData: first.formData }))
  await activate(manager, scenarioId)
  await settle(app)
  expect(await manager.post(`${path}/undo`, { since: from })).toMatchObject({ status: 409 })
  good(await manager.patch(`${path}/deactivate`))
  expect(good(await manager.post(`${path}/undo`, { since: from })).data).toMatchObject({ changeSets: 2 })
  const changes = async () => good(await manager.get(`${path}/changes?since=${from}`)).data
  await expect.poll(changes, { timeout: 30_000 }).toEqual({ changeSets: 2, undone: 2, undoing: false })
  const pulses = await Promise.all([early, late].map((id) => read(manager, 'accounts', id)))
  expect(pulses.map(({ globalFields }) => globalFields.pulse)).toEqual([5, 1])
  expect(await Promise.all([early, late].map((id) => taskTitles(manager, id)))).toEqual([['Call'], []])
})
