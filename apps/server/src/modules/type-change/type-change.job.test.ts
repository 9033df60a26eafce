import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { defineField, good, list, straySlots, undo } from '../record/record.fixture.ts'
import { changeOf, changeType, freeSlots, preview, typeOf } from './type-change.fixture.ts'

let app: TestApp
let admin: Client

const many = 12_000
const key = 'type-change.convert'

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
})
afterAll(() => app.stop())

async function latestId(): Promise<number> {
  const { owner } = app.application.platform.database
  const { rows } = await owner.query<{ id: number }>('select max(type_change_id)::int as id from type_change')
  return rows[0]?.id ?? 0
}

async function work(typeChangeId: number, signal: AbortSignal): Promise<void> {
  const { platform, modules } = app.application
  const [task] = modules.modules.flatMap(({ tasks }) => tasks?.[key] ?? [])
  await task?.({ tenantId: app.tenantId, typeChangeId }, { signal, log: platform.log })
}

it('that is killed ten times has failed, has changed nothing, and can be started again', async () => {
  const { records } = app.application.modules
  const { owner } = app.application.platform.database
  const { customColumnId: id } = await defineField(admin, 'account', 'branches', 'string')
  const act = { action: 'create', at: app.clock.now() } as const
  await records.write(admin.actor, 2, act, () =>
    Array.from({ length: 5001 }, (_, n) => ({
      kind: 'create' as const,
      values: { name: `Branch ${n}`, [id]: String(n) },
    })),
  )
  expect(await changeType(admin, id, 'number')).toMatchObject({ state: 'working' })
  const { rows } = await owner.query<{ payload: object }>(
    `update graphile_worker._private_jobs set attempts = max_attempts where key like '${key}:%' returning payload`,
  )
  const ends = app.application.modules.modules.flatMap(({ abandoned }) => abandoned?.[key] ?? [])
  for (const end of ends) await end(rows[0]?.payload)
  expect(await changeOf(admin, id)).toMatchObject({
    state: 'failed',
    failure: expect.stringContaining('Nothing was changed'),
  })
  expect(await typeOf(admin, id)).toBe('string')
  const again = await changeType(admin, id, 'number')
  expect(again.state).toBe('working')
  await work(await latestId(), new AbortController().signal)
  expect(await changeOf(admin, id)).toMatchObject({ state: 'completed', converted: 5001 })
  // A change that has ended stays as it ended.
  for (const end of ends) await end({ tenantId: app.tenantId, typeChangeId: await latestId() })
  expect((await changeOf(admin, id)).state).toBe('completed')
  await owner.query('delete from graphile_worker._private_jobs')
}, 60_000)

it('of many records is a job that starts again when it is cut off', async () => {
  const { records } = app.application.modules
  const { owner } = app.application.platform.database
  const { customColumnId: id, name } = await defineField(admin, 'account', 'seats', 'string')
  const act = { action: 'create', at: app.clock.now() } as const
  await records.write(admin.actor, 2, act, () =>
    Array.from({ length: many }, (_, n) => ({
      kind: 'create' as const,
      values: { name: `Account ${n}`, [id]: n % 100 === 0 ? 'none' : String(n) },
    })),
  )
  // As the database does by itself after a while.
  await owner.query('analyze')
  expect(await preview(admin, id, 'number')).toMatchObject({
    records: many,
    converts: many - 120,
    blank: 120,
  })
  const begun = await changeType(admin, id, 'number')
  expect(begun).toMatchObject({ state: 'working', matched: many, processed: 0, changeSetId: null })
  const twice = await admin.post(`core/fields/${id}/type-change`, { dataType: 'email' })
  expect([twice.status, twice.body.reason]).toEqual([409, 'field.type_changing'])

  const stop = new AbortController()
  const seen: number[] = []
  // The process is asked to stop after the first window.
  const watching = new Proxy(stop.signal, {
    get(signal, property) {
      if (property !== 'throwIfAborted') return Reflect.get(signal, property)
      return () => {
        seen.push(seen.length)
        if (seen.length === 2) stop.abort()
        signal.throwIfAborted()
      }
    },
  })
  await work(await latestId(), watching)
  expect([await typeOf(admin, id), (await changeOf(admin, id)).state]).toEqual(['string', 'working'])
  expect((await changeOf(admin, id)).processed).toBe(5000)

  await app.application.startWorker()
  await expect
    .poll(async () => (await changeOf(admin, id)).state, { timeout: 60_000, interval: 100 })
    .toBe('completed')
  const done = await changeOf(admin, id)
  expect(done).toMatchObject({ processed: many, converted: many - 120, blank: 120 })
  const filter = { field: name, operator: 'greaterEqual', value: many - 1 }
  expect((await list(admin, 'accounts', { filter })).totalItemCount).toBe(1)
  await freeSlots(app)
  expect(await straySlots(app)).toEqual([])
  const sets = good(await admin.get('audit?action=field.type_changed')).data
  expect(sets).toHaveLength(2)

  expect(await undo(admin, done.changeSetId as number)).toMatchObject({ undone: many, kept: [] })
  expect(await typeOf(admin, id)).toBe('string')
  expect(
    (await list(admin, 'accounts', { filter: { field: name, operator: 'equals', value: 'none' } }))
      .totalItemCount,
  ).toBe(120)
  await freeSlots(app)
  expect(await straySlots(app)).toEqual([])
}, 180_000)
