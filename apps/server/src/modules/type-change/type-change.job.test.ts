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

async function work(typeChangeId: number, signal: AbortSignal): Promise<void> {
  const { platform, modules } = app.application
  const [task] = modules.modules.flatMap(({ tasks }) => tasks?.[key] ?? [])
  await task?.({ tenantId: app.tenantId, typeChangeId }, { signal, log: platform.log })
}

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

  const { rows } = await owner.query<{ id: number }>('select type_change_id as id from type_change')
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
  await work(rows[0]?.id ?? 0, watching)
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
  expect(sets).toHaveLength(1)

  expect(await undo(admin, done.changeSetId as number)).toMatchObject({ undone: many, kept: [] })
  expect(await typeOf(admin, id)).toBe('string')
  expect(
    (await list(admin, 'accounts', { filter: { field: name, operator: 'equals', value: 'none' } }))
      .totalItemCount,
  ).toBe(120)
  await freeSlots(app)
  expect(await straySlots(app)).toEqual([])
}, 180_000)
