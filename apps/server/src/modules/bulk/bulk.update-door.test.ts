import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { query } from '../../platform/db/database.ts'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { byLength } from '../../../test/length.ts'
import { create, defineField, good } from '../record/record.fixture.ts'
import { runBulkUpdate } from './bulk.update.fixture.ts'

let app: TestApp
let admin: Client
let users: number[]
let stages: number[]
let options: number[]
let currencyDefinitionId: number

async function rows<Row>(sql: string): Promise<Row[]> {
  return query<Row>(app.application.platform.database.tenant(app.tenantId), sql)
}

/** Asks for an index on a field, and waits until it is made. */
async function index(name: string): Promise<void> {
  const service = app.application.modules.fields
  const field = (await service.catalogue(app.tenantId, 2)).find(name)
  if (field) await service.requestIndex(app.tenantId, field, 2, 'match')
  for (let waited = 0; waited < 200; waited += 1) {
    const [row] = await rows<{ n: number }>(
      `select count(*) as n from field_index where field_id = ${field?.key} and ready_at is not null`,
    )
    if (row?.n === 1) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('The index was not made after twenty seconds')
}

/** Scores would follow the pulses, whenever their job runs. */
async function measureNothing(): Promise<void> {
  const path = 'health-management/models/account'
  const model = { source: { from: 'measures' }, groups: [], measures: [], bounds: [] }
  const { revision } = good(await admin.get(path)).data
  const saved = good(await admin.put(path, { model, revision })).data
  good(await admin.post(`${path}/publish`, { revision: saved.revision, note: 'Nothing is measured' }))
}

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  await measureNothing()
  const [currency] = good(await admin.get('currency/active-currencies')).data
  currencyDefinitionId = currency.currencyDefinitionId
  users = [admin.actor.userId, (await app.newUser('manager')).actor.userId]
  const { data } = good(await admin.get('core/lifecycles?level=2'))
  stages = data.map((stage: { lifecycleStageId: number }) => stage.lifecycleStageId)
  const picklistDefinition = ['a', 'b', 'c'].map((value) => ({ value }))
  const made = [
    await defineField(admin, 'account', 'seats', 'number'),
    await defineField(admin, 'account', 'since', 'date'),
    await defineField(admin, 'account', 'price', 'currency'),
    await defineField(admin, 'account', 'tags', 'multiPicklist', { picklistDefinition }),
  ]
  options = made[3]?.picklistDefinition.map(({ id }) => id) ?? []
  await app.application.startWorker()
  for (const name of ['seats', 'since', 'price']) await index(name)
}, 60_000)
afterAll(() => app.stop())

const valueOf: Record<string, (n: number) => unknown> = {
  seats: (n) => (n === 0 ? null : n - 2.5),
  since: (n) => (n === 0 ? null : `2026-01-0${n}`),
  price: (n) => (n === 0 ? null : { value: n, currencyDefinitionId }),
  tags: (n) => (n === 0 ? null : options.slice(0, n % 4)),
  'system:lifecycleStageId': (n) => stages[n % stages.length],
  'system:pulse': (n) => (n % 5) + 1,
  'system:owners': (n) => users.slice(n % 2),
  about: (n) => (n === 0 ? null : `About ${n}`),
}

const names = Object.keys(valueOf)
const aForm = fc
  .dictionary(fc.constantFrom(...names), fc.nat(4), { minKeys: 1, maxKeys: 3 })
  .map((places) =>
    Object.fromEntries(Object.entries(places).map(([name, n]) => [name, () => valueOf[name]?.(n) ?? null])),
  )

const step = fc.oneof(
  aForm.map((data) => ({ kind: 'edit' as const, data })),
  fc
    .constantFrom('archive', 'restore', 'churn', 'unchurn')
    .map((action) => ({ kind: 'act' as const, action })),
)

const read = (form: Record<string, () => unknown>) =>
  Object.fromEntries(Object.entries(form).map(([name, value]) => [name, value()]))

const make = (data: Record<string, () => unknown>) =>
  create(admin, 'accounts', { name: 'Twin', ...read(data) })

/** What the records hold, without their ids, in the order in which they were made. */
async function holdings(ids: readonly number[]): Promise<unknown> {
  const list = `{${ids.join(',')}}`
  const slots = `(select to_jsonb(v) - '{tenant_id,record_id}'::text[] from record_slot v where v.record_id = r.record_id)`
  const changes = `(select jsonb_agg(jsonb_build_array(c.kind, c.before, c.after) order by c.change_set_id) from change c
    where c.record_id = r.record_id)`
  return rows(
    `select version, churned, archived, pulse, stage_id, owners, about, custom, ${slots} as slots, ${changes} as changes
     from record r where record_id = any('${list}') order by record_id`,
  )
}

const counted = 'level, archived, churned, stage_id, pipeline_type, status_id'

describe('writing in bulk', () => {
  it(
    'leaves records, ledger, slots and counts as the door leaves them',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(aForm, { minLength: 2, maxLength: 3 }),
          fc.array(step, { minLength: 1, maxLength: 4 }),
          async (starts, steps) => {
            const byDoor: number[] = []
            const inBulk: number[] = []
            for (const start of starts) {
              byDoor.push(await make(start))
              inBulk.push(await make(start))
            }
            for (const one of steps) {
              const act =
                one.kind === 'edit' ? { action: 'edit', data: read(one.data) } : { action: one.action }
              good(await admin.post('core/accounts/change', { ids: byDoor, ...act }))
              const change = one.kind === 'edit' ? { data: read(one.data) } : { action: one.action }
              const job = await runBulkUpdate(admin, { level: 'account', selection: { ids: inBulk }, change })
              expect(job).toMatchObject({ state: 40, counts: { refused: 0, conflict: 0 } })
            }
            expect(await holdings(inBulk)).toEqual(await holdings(byDoor))
          },
        ),
        { numRuns: byLength(6, 50) },
      )
      const keptCounts = await rows(
        `select ${counted}, sum(n)::int as n from record_count group by ${counted} having sum(n) <> 0 order by ${counted}`,
      )
      expect(keptCounts).toEqual(
        await rows(`select ${counted}, count(*)::int as n from (
        select level, archived, churned, coalesce(stage_id, 0) as stage_id,
          coalesce(pipeline_type, 0::smallint) as pipeline_type, coalesce(status_id, 0::smallint) as status_id
        from record) r group by ${counted} order by ${counted}`),
      )
    },
    byLength(120_000, 1_200_000),
  )
})
