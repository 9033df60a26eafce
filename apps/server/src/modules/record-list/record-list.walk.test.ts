import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { query, transact } from '../../platform/db/database.ts'
import { defineField, edit, good } from '../record/record.fixture.ts'
import { indexField } from './record-list.fixture.ts'
import { searchPartial } from './record-list.search.read-model.ts'

const accounts = 3000

let app: TestApp
let admin: Client

/** Accounts of which half have one seat and half none, but for the last ten, whose seats are unset. */
async function fill(fieldId: number): Promise<void> {
  const { owner } = app.application.platform.database
  await owner.query(
    `insert into record (tenant_id, level, name, custom)
     select $1, 2, 'Account ' || n, case when n <= ${accounts - 10} then jsonb_build_object($2::text, n % 2) else '{}' end
     from generate_series(1, ${accounts}) n`,
    [app.tenantId, String(fieldId)],
  )
  await owner.query(
    `insert into record_count (tenant_id, level, archived, churned, stage_id, pipeline_type, status_id, slot, n)
     values ($1, 2, false, false, 0, 0, 0, 0, ${accounts})`,
    [app.tenantId],
  )
  await owner.query('select fill_slots($1, 2)', [app.tenantId])
  await owner.query('vacuum (analyze) record')
}

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  await app.application.startWorker()
  const { customColumnId } = await defineField(admin, 'account', 'seats', 'number')
  await fill(customColumnId)
  await indexField(app, String(customColumnId))
})
afterAll(() => app.stop())

/** The statements about slots by which a list is read. */
async function statementsOf(path: string): Promise<string[]> {
  const texts: string[] = []
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  good(await admin.get(path))
  for (const [statement] of spy.mock.calls) {
    const { text } = statement as unknown as pg.QueryConfig
    if (text?.includes('record_slot_2_fenced')) texts.push(text)
  }
  spy.mockRestore()
  return texts
}

/** The plan of the statement by which a list is read, with the rows that each step gave. */
async function planOf(path: string): Promise<string> {
  const texts = await statementsOf(path)
  const lines = await transact(app.application.platform.database.tenant(app.tenantId), (tx) =>
    query<{ 'QUERY PLAN': string }>(
      tx,
      `explain (analyze, costs off, timing off, summary off) ${texts.at(-1) ?? ''}`,
    ),
  )
  return lines.map((line) => line['QUERY PLAN']).join('\n')
}

const half = `filter=${encodeURIComponent('{"field":"seats","operator":"equals","value":1}')}`

it.each(['name', '-name'])('walks the records by %s where many match', async (sort) => {
  const path = `core/accounts?sort=${sort}&pageSize=50&${half}`
  // From the third time on, the number of matches is known.
  for (let n = 0; n < 2; n += 1) expect(good(await admin.get(path)).totalItemCount).toBe(accounts / 2 - 5)
  const plan = await planOf(path)
  const read = Number(/Index Only Scan.* using record_list on record .*\(actual rows=(\d+)/.exec(plan)?.[1])
  expect(read, plan).toBeLessThan(200)
  expect(plan).not.toContain('Hash Join')
})

it('finds few matches by one statement, also where a value was written since they were counted', async () => {
  const filter = encodeURIComponent('{"field":"seats","operator":"notSet"}')
  const path = `core/accounts?sort=seats&pageSize=50&filter=${filter}`
  for (let n = 0; n < 3; n += 1) expect(good(await admin.get(path)).totalItemCount).toBe(10)
  const first = good(await admin.get('core/accounts?sort=seats&pageSize=1')).data[0].accountId
  await edit(admin, 'accounts', first, { seats: 2 })
  expect(await statementsOf(path)).toHaveLength(1)
  await edit(admin, 'accounts', first, { seats: 0 })
})

it('walks the one index of a number backwards, and leaves unset values unread', async () => {
  const plan = await planOf('core/accounts?sort=-seats&pageSize=50&columns=seats')
  expect(plan).toMatch(/Index Only Scan Backward using record_t\d+_f\d+_asc .*\(actual rows=50/)
  expect(plan).toMatch(/Index Only Scan Backward using record_t\d+_f\d+_asc .*\(never executed\)/)
  expect(plan).not.toMatch(/Sort Key: r_?\d*\.n/)
})

it('gives unset values after all others in both directions', async () => {
  for (const sort of ['seats', '-seats']) {
    const { data } = good(
      await admin.get(`core/accounts?sort=${sort}&page=${accounts / 50}&pageSize=50&columns=seats`),
    )
    const seats = data.map(({ customFields }: { customFields: { seats?: number } }) => customFields.seats)
    expect(seats.slice(40)).toEqual(Array.from({ length: 10 }))
    expect(seats.slice(0, 40)).not.toContain(undefined)
  }
})

it.each(['read', 'walk'] as const)(
  'plans a search along the names once for a connection, and not again for each part: %s',
  async (way) => {
    const plans = await transact(app.application.platform.database.tenant(app.tenantId), async (tx) => {
      for (const part of ['a', 'acc', '12', 'unt 3', 'zzz', 'o', 'nt 17', '999']) {
        const found = await searchPartial(tx, admin.actor, 2, { name: part, mandatoryIds: [], limit: 5 }, way)
        expect(found).toHaveLength(part === 'zzz' ? 0 : part === '999' ? 3 : 5)
      }
      return query(
        tx,
        `select custom_plans::int as custom, generic_plans::int as generic from pg_prepared_statements
         where name like 'record.search_${way}.%'`,
      )
    })
    // PostgreSQL tries five plans for the values at hand before it trusts one that knows none.
    expect(plans).toEqual([{ custom: 5, generic: 3 }])
  },
)

it.each(['absent', 'a', 'count 29', '%', ''])('finds the same names in each way: %j', async (name) => {
  const db = app.application.platform.database.tenant(app.tenantId)
  const found = await Promise.all(
    (['read', 'walk', 'trigrams'] as const).map((way) =>
      searchPartial(db, admin.actor, 2, { name, mandatoryIds: [], limit: 20 }, way),
    ),
  )
  expect(found[1]).toEqual(found[0])
  expect(found[2]).toEqual(found[0])
})
