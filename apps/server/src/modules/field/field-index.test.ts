import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ruleToSql, type Test } from '@steward/conditions'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { query, transact } from '../../platform/db/database.ts'
import {
  customColumnSql,
  indexMarkSql,
  slotColumnSql,
  type CatalogueField,
  type FieldService,
  type IndexUse,
} from './index.ts'

let test: TestApp
let service: FieldService
let admin: Client

beforeAll(async () => {
  test = await startTestApp()
  service = test.application.modules.fields
  admin = await test.as('administrator')
  await test.application.startWorker()
})
afterAll(() => test.stop())

async function create(displayName: string, dataType: string): Promise<CatalogueField> {
  const { body } = await admin.post('core/fields', { displayName, dataType, columnLevel: 2 })
  const field = (await service.catalogue(test.tenantId, 2)).byKey(String(body.data.customColumnId))
  if (!field) throw new Error(`${displayName} was not created`)
  return field
}

/** 3,000 accounts; `value` is an SQL expression of their number n. */
async function fill(field: CatalogueField, value: string): Promise<void> {
  await test.application.platform.database.owner.query(
    `insert into record (tenant_id, level, name, custom)
     select $1, 2, 'Account ' || n, jsonb_build_object($2::text, ${value}) from generate_series(1, 3000) n`,
    [test.tenantId, field.key],
  )
  await test.application.platform.database.owner.query('select fill_slots($1, 2)', [test.tenantId])
}

async function indexes(field: CatalogueField): Promise<{ name: string; valid: boolean }[]> {
  const { rows } = await test.application.platform.database.owner.query(
    `select c.relname as name, i.indisvalid as valid from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid in ('record'::regclass, 'record_slot_2'::regclass) and c.relname like 'record\\_t%\\_f' || $1 || '\\_%' order by 1`,
    [field.key],
  )
  return rows
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 1000; attempt += 1) {
    if (await isSo()) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('It did not come so far in fifty seconds')
}

async function index(field: CatalogueField, use: IndexUse): Promise<void> {
  await service.requestIndex(test.tenantId, field, 2, use)
  const db = test.application.platform.database.tenant(test.tenantId)
  await until(async () => {
    const waiting = await query(
      db,
      'select from field_index where tenant_id = $1 and field_id = $2 and ready_at is null',
      [test.tenantId, field.fieldId],
    )
    return waiting.length === 0
  })
}

/** The plan of a list, as the application's role gets it. */
async function plan(
  field: CatalogueField,
  rest: string,
  values: unknown[] = [],
  columns = 'r.record_id',
): Promise<string> {
  const table = field.slots ? 'record_slot_2_fenced' : 'record_fenced'
  const mark = field.slots ? ` and ${indexMarkSql(field.fieldId ?? 0, 'r')}` : ''
  const level = field.slots ? '' : ' and r.level = 2'
  const from = `${table} r where r.tenant_id = ${test.tenantId}${level}${mark}`
  const rows = await transact(test.application.platform.database.tenant(test.tenantId), async (tx) => {
    await query(tx, 'set local enable_seqscan = off')
    return query<{ 'QUERY PLAN': string }>(tx, `explain select ${columns} from ${from} ${rest}`, values)
  })
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

/** Where the field's values lie for a list. */
const columnOf = ({ kind, slots, ...field }: CatalogueField) =>
  slots ? slotColumnSql({ kind, slots }, 'r') : customColumnSql(field, 'r')

function planOfFilter(field: CatalogueField, condition: Test): Promise<string> {
  const values: unknown[] = []
  const sql = ruleToSql(
    { field: field.name, test: condition, negated: false },
    {
      column: () => columnOf(field),
      param: (value) => `$${values.push(value)}`,
      today: '2026-03-14',
    },
  )
  return plan(field, `and ${sql}`, values)
}

describe('an index serves the search for', () => {
  it.each<[string, string, Test]>([
    ['number', 'n', { is: 'number', span: { low: 5, high: 7 } }],
    ['currency', `jsonb_build_object('value', n)`, { is: 'number', span: { low: 5, high: 5 } }],
    ['date', `to_char(date '2020-01-01' + n, 'YYYY-MM-DD')`, { is: 'date', span: { high: '2020-01-09' } }],
    ['boolean', 'n = 5', { is: 'boolean', value: true }],
    ['user', 'n', { is: 'reference', ids: [5] }],
    ['singlePicklist', 'n', { is: 'reference', ids: [5, 6] }],
    ['multiPicklist', 'jsonb_build_array(n, n + 1)', { is: 'reference', ids: [5] }],
    ['string', `'Straße ' || n`, { is: 'text', match: 'equals', folded: 'straße 2999' }],
    ['string', `'Straße ' || n`, { is: 'text', match: 'contains', folded: 'ße 2999' }],
    ['email', `'a' || n || '@example.com'`, { is: 'text', match: 'startsWith', folded: 'a2999@' }],
  ])('a %s (%s)', async (dataType, value, condition) => {
    const field = await create(`Searched ${dataType} ${JSON.stringify(condition)}`, dataType)
    await fill(field, value)
    await index(field, 'match')
    expect(await planOfFilter(field, condition)).toContain(`record_t${test.tenantId}_f${field.key}_`)
  })
})

describe('an index serves the order by', () => {
  it.each([
    ['percentage', 'n'],
    ['date', `to_char(date '2020-01-01' + n, 'YYYY-MM-DD')`],
    ['string', `'Text ' || n`],
  ])('a %s', async (dataType, value) => {
    const field = await create(`Sorted ${dataType}`, dataType)
    await fill(field, value)
    const { sort } = columnOf(field)
    for (const direction of ['asc', 'desc'] as const) {
      await index(field, direction)
      // An index on a slot is walked backwards, where values that are unset come first.
      const isBackwards = direction === 'desc' && field.slots !== null
      const page = await plan(
        field,
        `order by ${sort} ${direction} nulls ${isBackwards ? 'first' : 'last'}, r.record_id ${direction} limit 50`,
      )
      expect(page).toContain(`record_t${test.tenantId}_f${field.key}_${isBackwards ? 'asc' : direction}`)
      expect(page.includes('Backward')).toBe(isBackwards)
      expect(page).not.toContain('Sort')
    }
  })
})

it('serves the order within a stage, for what has a slot', async () => {
  const field = await create('Within', 'number')
  const slot = columnOf(field).sql
  await fill(field, 'n')
  await index(field, 'stage')
  const page = await plan(
    field,
    `and r.stage_id = 5 and ${slot} > 9 order by ${slot} asc nulls last, r.record_id limit 50`,
  )
  expect(page).toContain(`record_t${test.tenantId}_f${field.key}_stage`)
  expect(page).not.toContain('Sort')
  const text = await create('Beside', 'string')
  await service.requestIndex(test.tenantId, text, 2, 'stage')
  expect(await indexes(text)).toEqual([])
})

it('counts what one condition matches from the index alone', async () => {
  const field = await create('Counted', 'number')
  const slot = columnOf(field).sql
  await fill(field, 'n')
  await index(field, 'match')
  const text = await plan(field, `and ${slot} > 9 and not r.archived group by 1`, [], 'r.stage_id, count(*)')
  expect(text).toContain('Index Only Scan')
})

it('is not considered for statements that ask about other fields', async () => {
  const [one, other] = [await create('One of two', 'number'), await create('Other of two', 'number')]
  await fill(one, 'n')
  await index(one, 'asc')
  // Without the mark of its own field, the order of the index is of no use to the planner.
  const page = await plan(other, `order by ${columnOf(one).sql} asc nulls last, r.record_id limit 50`)
  expect(page).not.toContain(`_f${one.key}_`)
})

it('refuses no text for its length', async () => {
  const field = await create('Long', 'string')
  await index(field, 'asc')
  await index(field, 'match')
  // A thousand characters of four bytes that do not compress.
  const random = `(select string_agg(chr(131072 + (random() * 40000)::int), '') from generate_series(1, 1000) where n > 0)`
  await fill(field, `case when n < 20 then ${random} end`)
  expect(await indexes(field)).toEqual([
    { name: `record_t${test.tenantId}_f${field.key}_asc`, valid: true },
    { name: `record_t${test.tenantId}_f${field.key}_match`, valid: true },
  ])
})

it('is asked for once, and not for what cannot have one', async () => {
  const { owner } = test.application.platform.database
  const countJobs = async (): Promise<number> =>
    (await owner.query(`select count(*) as n from graphile_worker._private_jobs`)).rows[0].n
  const field = await create('Once', 'number')
  await Promise.all([1, 2, 3].map(() => service.requestIndex(test.tenantId, field, 2, 'asc')))
  await index(field, 'match')
  const { rows } = await owner.query('select use from field_index where field_id = $1', [field.fieldId])
  expect(rows).toEqual([{ use: 'asc' }])
  await until(async () => (await countJobs()) === 0)
  const longText = await create('Endless', 'longText')
  const name = (await service.catalogue(test.tenantId, 2)).find('name')
  for (const unfit of [field, longText, name]) {
    if (unfit) await service.requestIndex(test.tenantId, unfit, 2, 'asc')
  }
  expect(await countJobs()).toBe(0)
})

it('is made anew where an attempt was cut off, and goes with its field', async () => {
  const { owner } = test.application.platform.database
  const field = await create('Broken', 'number')
  await index(field, 'stage')
  const name = `record_t${test.tenantId}_f${field.key}_stage`
  await owner.query('update pg_index set indisvalid = false where indexrelid = $1::regclass', [name])
  expect(await indexes(field)).toEqual([{ name, valid: false }])
  const payload = { tenantId: test.tenantId, fieldId: field.fieldId, use: 'stage' }
  const task = test.application.modules.modules.map((part) => part.tasks?.['field.index']).find(Boolean)
  const context = { signal: AbortSignal.abort(), log: test.application.platform.log }
  await task?.(payload, context)
  expect(await indexes(field)).toEqual([{ name, valid: true }])

  await admin.delete(`core/fields/${field.key}`)
  await until(async () => (await indexes(field)).length === 0)
  await task?.(payload, context)
  expect(await indexes(field)).toEqual([])
  await service.requestIndex(test.tenantId, field, 2, 'asc')
  // The job that drops forgets last what it dropped.
  await until(async () => {
    const { rows } = await owner.query('select from field_index where field_id = $1', [field.fieldId])
    return rows.length === 0
  })
})
