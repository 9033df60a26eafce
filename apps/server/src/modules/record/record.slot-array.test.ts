import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../../platform/db/database.ts'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { byLength } from '../../../test/length.ts'
import { columns, run } from '../bulk/bulk.fixture.ts'
import { currencyIds, enterRates } from '../currency/currency.fixture.ts'
import { defineField, straySlots } from './record.fixture.ts'
import { openChangeSet, takeRecordIds, toBatch, writeRecords, type Write } from './record.write.store.ts'

const types = ['number', 'percentage', 'currency', 'date', 'boolean', 'singlePicklist', 'user'] as const

let app: TestApp
let admin: Client
let options: number[]
let currencies: number[]

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  await app.application.startWorker()
  for (const type of types) {
    const more = type === 'singlePicklist' ? { picklistDefinition: ['north', 'south'] } : {}
    const field = await defineField(admin, 'account', `a_${type}`, type, more)
    if (type === 'singlePicklist') options = field.picklistDefinition.map(({ id }) => id)
  }
  await enterRates(app, admin, { EUR: 0.8559 })
  const idOf = await currencyIds(admin)
  currencies = [idOf('USD'), idOf('EUR')]
})
afterAll(() => app.stop())

const maybe = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(values, { freq: 3 })

/** Values of all fields with slots, among them those that take the most letters. */
const rowOfAll = () =>
  fc.record({
    a_number: maybe(
      fc.oneof(fc.constantFrom(0, -1, 999_999_999_999, 0.1), fc.integer({ min: -9_999_999, max: 9_999_999 })),
    ),
    a_percentage: maybe(fc.integer({ min: 0, max: 100 })),
    a_currency: maybe(
      fc.record({
        value: fc.integer({ min: -100_000, max: 100_000 }),
        currencyDefinitionId: fc.constantFrom(...currencies),
      }),
    ),
    a_date: maybe(fc.constantFrom('2026-02-28', '1900-01-01', '2099-12-31')),
    a_boolean: maybe(fc.boolean()),
    a_singlePicklist: maybe(fc.constantFrom(...options)),
  })

async function countRecords(): Promise<number> {
  const { rows } = await app.application.platform.database.owner.query(
    'select count(*)::int as n from record r join record_slot v using (tenant_id, level, record_id)',
  )
  return rows[0].n
}

let made = 0

describe('slots of many new records', () => {
  it('are those of the records, however many come at once and whatever they hold', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(rowOfAll(), { minLength: 15, maxLength: 60 }), async (rows) => {
        const before = await countRecords()
        const data = rows.map((values) => ({ name: `Many ${(made += 1)}`, ...values }))
        const names = ['name', ...Object.keys(rows[0] ?? {})]
        const { counts } = await run(admin, {
          level: 'account',
          config: { columns: columns(...names) },
          data,
        })
        expect(counts).toMatchObject({ create: rows.length })
        expect(await countRecords()).toBe(before + rows.length)
        expect(await straySlots(app)).toEqual([])
      }),
      { seed: 20_261_126, numRuns: byLength(4, 60), endOnFailure: true },
    )
  }, 120_000)

  it('come from the records where there are other slots than those that were prepared for', async () => {
    const { tenantId } = app
    const at = app.clock.now()
    const { fields } = app.application.modules
    const key = (await fields.catalogue(tenantId, 2)).find('a_number')?.key ?? ''
    await transact(app.application.platform.database.tenant(tenantId), async (tx) => {
      const writes = (await takeRecordIds(tx, 30)).map((record_id): Write => {
        const row = { record_id, level: 2, owners: [], churned: false, archived: false, name: 'Late' }
        return { kind: 'create', version: 1, input: { columns: row, custom: { [key]: record_id % 7 } } }
      })
      const actor = { tenantId, userId: 1 } as never
      const changeSetId = await openChangeSet(tx, { actor, action: 'create', at }, { level: 2, records: 30 })
      await writeRecords(tx, tenantId, changeSetId, at, toBatch('create', 2, writes, []))
    })
    expect(await straySlots(app)).toEqual([])
  })
})
