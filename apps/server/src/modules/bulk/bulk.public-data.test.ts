import type { BulkJob } from '@steward/contracts/bulk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { uploadFixture } from '../sheet/sheet.fixture.ts'
import { columns, ended, preview, run, type ImportInput } from './bulk.fixture.ts'

let app: TestApp
let manager: Client

beforeAll(async () => {
  app = await startTestApp()
  manager = await app.as('administrator')
  await app.application.startWorker()
})
afterAll(() => app.stop())

async function suggested(level: string, file: string) {
  const uploadId = await uploadFixture(app, manager, file)
  const answer = await manager.post(`core/entity/bulk/uploads/${uploadId}/detect`, { level })
  expect(answer.status).toBe(200)
  const { settings, columns: guesses, key } = answer.body.data
  const mapped = guesses.map((guess: { column: number; target: string | null; match: string | null }) => ({
    column: guess.column,
    target: guess.target,
    ...(guess.match ? { match: guess.match } : {}),
  }))
  const targets = Object.fromEntries(
    guesses.flatMap((guess: { name: string; target: string | null }) =>
      guess.target ? [[guess.name, guess.target]] : [],
    ),
  )
  return {
    input: { level, config: { uploadId, settings, columns: mapped, key } } as ImportInput,
    targets,
    settings,
    key,
  }
}

/** Previews and runs; both must say the same. */
async function both(input: ImportInput): Promise<BulkJob> {
  const planned = await preview(manager, input)
  const done = await run(manager, input)
  expect(done.failure).toBeNull()
  expect({ ...done.counts, parents: done.newParents, options: done.newOptions }).toEqual({
    ...planned.counts,
    parents: planned.newParents,
    options: planned.newOptions,
  })
  return done
}

const created = (create: number) => ({ create, update: 0, unchanged: 0, conflict: 0, refused: 0 })

describe('public files, as their columns are suggested', () => {
  it('a Salesforce export in windows-1252', async () => {
    const { input, targets, settings, key } = await suggested('account', 'salesforce-accounts.csv')
    expect(settings.encoding).toBe('windows-1252')
    expect(targets).toMatchObject({ ID: 'system:externalId', NAME: 'name', DESCRIPTION: 'about' })
    expect(key).toEqual(['system:externalId'])
    const done = await both(input)
    expect(done.counts).toEqual(created(423))
    expect((await both(input)).counts).toEqual({ ...created(0), unchanged: 423 })
    const rows = await manager.get(`core/entity/bulk/${done.jobId}/rows?outcome=create&pageSize=200&page=3`)
    expect(rows.body).toMatchObject({ itemCount: 23, totalItemCount: 423 })
    const undoing = await manager.post(`core/entity/bulk/${done.jobId}/undo`)
    expect(undoing.status).toBe(200)
    expect((await ended(manager, done.jobId)).undo).toEqual({ state: 40, undone: 423, kept: 0 })
  })

  it('accounts with new parents and new options', async () => {
    const field = { displayName: 'Sector', dataType: 'singlePicklist', columnLevel: 'account' }
    expect((await manager.post('core/fields', field)).status).toBeLessThan(300)
    const { input, targets } = await suggested('account', 'crm-sales-accounts.csv')
    expect(targets).toEqual({ account: 'name', sector: 'sector', subsidiary_of: 'organization' })
    const named = input.config.columns.map((one) =>
      one.target === 'organization'
        ? { ...one, createParents: true }
        : one.target === 'sector'
          ? { ...one, createOptions: true }
          : one,
    )
    const done = await both({ ...input, config: { ...input.config, columns: named } })
    expect(done).toMatchObject({ counts: created(85), newParents: 7 })
    expect(done.newOptions).toHaveLength(1)
    expect(done.newOptions[0]?.values).toHaveLength(10)
    await manager.post(`core/entity/bulk/${done.jobId}/undo`)
    expect((await ended(manager, done.jobId)).undo).toEqual({ state: 40, undone: 92, kept: 0 })
    expect((await manager.get('core/organizations')).body.totalEntityCount).toBe(0)
  })

  it('stores, then the people who work there', async () => {
    const stores = await suggested('account', 'adventureworks-stores.csv')
    expect(stores.targets).toMatchObject({ BusinessEntityID: 'system:externalId', Name: 'name' })
    expect((await both(stores.input)).counts).toEqual(created(701))
    const people = await suggested('contact', 'adventureworks-store-contacts.csv')
    expect(people.targets).toEqual({
      StoreID: 'account',
      PersonID: 'system:externalId',
      FirstName: 'name',
      MiddleName: 'name',
      LastName: 'name',
      Email: 'system:email',
    })
    expect((await both(people.input)).counts).toEqual(created(753))
    const found = await manager.get('core/contacts?query=Catherine%20R.%20Abel')
    expect(found.body.data[0]).toMatchObject({
      globalFields: { name: 'Catherine R. Abel', account: { name: 'Professional Sales and Service' } },
    })
  })

  it('customers of Northwind, found again by name', async () => {
    const { input, targets } = await suggested('account', 'northwind-customers.csv')
    expect(targets).toMatchObject({ CustomerID: 'system:externalId', CompanyName: 'name' })
    expect((await both(input)).counts).toEqual(created(91))
    const byName = { ...input, config: { ...input.config, key: ['name'], mode: 'update' as const } }
    expect((await both(byName)).counts).toEqual({ ...created(0), unchanged: 91 })
  })

  it('companies whose number occurs more than once', async () => {
    const { input } = await suggested('organization', 'sp500-constituents.csv')
    const { uploadId, settings } = input.config
    const cik = columns(null, 'name', null, null, null, null, 'externalId', null)
    const done = await both({
      level: 'organization',
      config: { uploadId, settings, columns: cik, key: ['externalId'] },
    })
    expect(done.counts).toEqual({ ...created(500), conflict: 3 })
    const conflicts = await manager.get(`core/entity/bulk/${done.jobId}/items?status=30`)
    expect(conflicts.body.data[0].failure_reason.failures[0].message).toMatch(
      /^Line \d+ has the same External ID\.$/,
    )
  })
})
