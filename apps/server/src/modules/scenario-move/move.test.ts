import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create, defineField } from '../record/record.fixture.ts'
import {
  activate,
  activated,
  good,
  node,
  runNow,
  scenario,
  scenariosPath,
} from '../scenario-management/scenario.fixture.ts'
import { executions, settle, summaryOf, taskTitles } from '../scenario-run/run.fixture.ts'

let app: TestApp
let manager: Client

beforeAll(async () => {
  app = await startTestApp()
  manager = await app.as('manager')
  await app.application.startWorker()
})
afterAll(() => app.stop())

const wait = (key: string, days: number, next: string) =>
  node(key, 'wait', { mode: 'period', amount: days, period: 'day' }, next)

const task = (title: string) => node('call', 'createTask', { title })

/** Stops a scenario, saves another version of it, and gives the path of its moves. */
async function reworked(scenarioId: number, nodes: readonly object[]): Promise<string> {
  const path = `${scenariosPath}/${scenarioId}`
  good(await manager.patch(`${path}/deactivate`))
  const { formData } = good(await manager.get(path)).data
  good(await manager.put(path, { ...scenario(nodes), formData }))
  return `${path}/moves`
}

async function startedWith(
  nodes: (start: object) => readonly object[],
  first: string,
  names: readonly string[],
) {
  const ids: number[] = []
  for (const name of names) ids.push(await create(manager, 'accounts', { name }))
  const start = runNow({ ids }, first)
  const scenarioId = await activated(manager, scenario(nodes(start)))
  await settle(app)
  return { ids, start, scenarioId }
}

it('records move to the latest version, with waits that begin again, and the move is in the audit log', async () => {
  const made = await startedWith((start) => [start, wait('wait', 30, 'call'), task('Old call')], 'wait', [
    'One',
    'Other',
  ])
  const { ids, start, scenarioId } = made
  const moves = await reworked(scenarioId, [start, wait('wait', 2, 'call'), task('New call')])
  expect(good(await manager.get(moves)).data).toEqual({
    version: 2,
    moving: false,
    versions: [{ version: 1, nodes: [{ nodeKey: 'wait', type: 'wait', records: 2, reason: null }] }],
  })
  expect(await manager.post(moves, { version: 1 })).toMatchObject({
    status: 409,
    body: { reason: 'scenario.changed' },
  })
  good(await manager.post(moves, { version: 2 }))
  await settle(app)
  expect(good(await manager.get(moves)).data).toEqual({ version: 2, moving: false, versions: [] })
  const { data: log } = good(await (await app.as('administrator')).get('audit?pageSize=5'))
  expect(JSON.stringify(log)).toContain('2 records')
  await activate(manager, scenarioId)
  await settle(app)
  expect(await summaryOf(manager, scenarioId, 'wait')).toMatchObject({ in_progress: 2, completed: 0 })
  app.clock.advance(3 * 24 * 3600_000)
  await expect
    .poll(async () => (await summaryOf(manager, scenarioId, 'call'))['completed'], { timeout: 30_000 })
    .toBe(2)
  for (const id of ids) expect(await taskTitles(manager, id)).toEqual(['New call'])
})

it('an earlier version uses its fields for as long as records are in it', async () => {
  const admin = await app.as('administrator')
  const { customColumnId } = await defineField(admin, 'account', 'old_size', 'number')
  const usesOf = async () => good(await admin.get(`core/fields/${customColumnId}/system-usage`)).data.uses
  const asking = node('ask', 'filter', { rule: { field: 'old_size', operator: 'notSet' } }, 'call')
  const { start, scenarioId } = await startedWith(
    (first) => [first, wait('wait', 30, 'ask'), asking, task('Call')],
    'wait',
    ['Waiting'],
  )
  const { name } = good(await manager.get(`${scenariosPath}/${scenarioId}`)).data.formData
  expect(await usesOf()).toEqual([{ kind: 'scenario', name, count: 1 }])
  const moves = await reworked(scenarioId, [start, wait('wait', 30, 'call'), task('Call')])
  expect(await usesOf()).toEqual([{ kind: 'scenario', name: `${name}, version 1`, count: 1 }])
  const retyped = await admin.post(`core/fields/${customColumnId}/type-change/preview`, { dataType: 'date' })
  expect(retyped.body.message).toContain(`scenario "${name}, version 1"`)
  good(await manager.post(moves, { version: 2 }))
  await settle(app)
  expect(await usesOf()).toEqual([])
})

it('records stay where the node that they are at is gone or is another one, and the preview says why', async () => {
  const { ids, start, scenarioId } = await startedWith(
    (first) => [
      first,
      node('ask', 'split', { parts: [half('a'), half('b')] }, { a: 'left', b: 'right' }),
      wait('left', 30, 'end'),
      wait('right', 30, 'end'),
    ],
    'ask',
    Array.from({ length: 12 }, (_, at) => `Account ${at}`),
  )
  const moves = await reworked(
    scenarioId,
    [start, node('ask', 'filter', { rule }, 'left'), task('Left')].map(named),
  )
  const { versions } = good(await manager.get(moves)).data
  const [{ nodes }] = versions
  expect(nodes).toEqual([
    {
      nodeKey: 'left',
      type: 'wait',
      records: expect.any(Number),
      reason: expect.stringContaining('another type'),
    },
    {
      nodeKey: 'right',
      type: 'wait',
      records: expect.any(Number),
      reason: expect.stringContaining('not in'),
    },
  ])
  expect(nodes[0].records + nodes[1].records).toBe(ids.length)
  good(await manager.post(moves, { version: 2 }))
  await settle(app)
  expect(good(await manager.get(moves)).data.versions).toEqual(versions)
  await activate(manager, scenarioId)
  app.clock.advance(31 * 24 * 3600_000)
  await expect
    .poll(() => summaryOf(manager, scenarioId, 'left'), { timeout: 30_000 })
    .toMatchObject({ in_progress: 0, completed: nodes[0].records })
})

const half = (key: string) => ({ key, name: key, percent: 50 })
const rule = { field: 'name', operator: 'set' }
/** The task stands where a wait stood. */
const named = (one: object) => ('key' in one && one.key === 'call' ? { ...one, key: 'left' } : one)

it('a failed record moves too, continues with a retry, and its path shows where it was before', async () => {
  const { ids, start, scenarioId } = await startedWith(
    (first) => [first, wait('before', 0, 'call'), task('{{account.name}}')],
    'before',
    ['Failing'],
  )
  expect(await summaryOf(manager, scenarioId, 'call')).toMatchObject({ unattended_failure: 1 })
  const moves = await reworked(scenarioId, [{ ...start, next: { next: 'call' } }, task('Call')])
  good(await manager.post(moves, { version: 2 }))
  await settle(app)
  await activate(manager, scenarioId)
  const [failure] = await executions(manager, scenarioId, 'call', '?status=unattended_failure')
  good(
    await manager.post('scenario-management/nodes/node-execution-runs/retry', {
      ids: [failure.nodeExecutionRunId],
    }),
  )
  await settle(app)
  expect(await summaryOf(manager, scenarioId, 'call')).toMatchObject({ unattended_failure: 0, completed: 1 })
  const { data: runs } = good(await manager.get(`scenario-management/records/${ids[0]}/runs`))
  const { nodes, steps, version } = good(await manager.get(`scenario-management/runs/${runs[0].runId}`)).data
  expect(version).toBe(2)
  expect(steps.map(({ nodeKey }: { nodeKey: string }) => nodeKey)).toEqual(['start', 'before', 'call', 'end'])
  expect(nodes.map(({ key }: { key: string }) => key)).toContain('before')
})

it('moves are for those who edit scenarios, of their own company, and not of archived ones', async () => {
  const { scenarioId } = await startedWith((start) => [start, wait('wait', 3, 'end')], 'wait', ['Alone'])
  const path = `${scenariosPath}/${scenarioId}`
  expect((await (await app.newUser('normalUser')).post(`${path}/moves`, { version: 1 })).status).toBe(403)
  expect((await (await app.foreigner()).get(`${path}/moves`)).status).toBe(404)
  good(await manager.delete(`${path}/archive`))
  expect(await manager.post(`${path}/moves`, { version: 1 })).toMatchObject({
    status: 409,
    body: { reason: 'scenario.archived' },
  })
})
