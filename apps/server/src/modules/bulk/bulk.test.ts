import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { upload } from '../sheet/sheet.fixture.ts'
import { columns, none, preview, run } from './bulk.fixture.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  await app.application.startWorker()
})
afterAll(() => app.stop())

async function newField(displayName: string, dataType: string, options: string[] = []) {
  const answer = await admin.post('core/fields', {
    displayName,
    dataType,
    columnLevel: 'account',
    picklistDefinition: options,
  })
  return answer.body.data as { name: string; customColumnId: number }
}

async function rowsOf(jobId: number, outcome: string) {
  return (await admin.get(`core/entity/bulk/${jobId}/rows?outcome=${outcome}`)).body.data
}

async function accountBy(externalId: string) {
  const found = await admin.get(`core/entity?levels=account&externalId=${externalId}`)
  return (await admin.get(`core/accounts/${found.body.data[0].id}`)).body.data
}

describe('an import from a CSV file', () => {
  it('creates, then changes only what differs, and tells what it refused', async () => {
    const first = 'Key,Name,About\na1,Alpha,one\na2,Beta,two\na3,,three\na1,Again,four\n'
    const uploadId = await upload(app, admin, 'first.csv', first)
    const config = { uploadId, columns: columns('externalId', 'name', 'about'), key: ['externalId'] }
    const planned = await preview(admin, { level: 'account', config })
    const counts = { ...none, create: 2, conflict: 1, refused: 1 }
    expect(planned).toMatchObject({ counts, preview: true, state: 40, changeSetId: null, failure: null })
    const done = await run(admin, { level: 'account', config })
    expect(done).toMatchObject({ counts, preview: false, state: 40, rowsRead: 4, rowsTotal: 4, type: 30 })

    const second = 'Key,Name,About\na1,Alpha,one\na2,Beta,changed\na9,New,\n'
    const again = { ...config, uploadId: await upload(app, admin, 'second.csv', second) }
    const expected = { ...none, create: 1, update: 1, unchanged: 1 }
    const seen = await preview(admin, { level: 'account', config: again })
    expect(seen.counts).toEqual(expected)
    expect(await rowsOf(seen.jobId, 'update')).toMatchObject([
      {
        row: 2,
        line: 3,
        name: 'Beta',
        changes: [{ field: 'about', label: 'About', before: 'two', after: 'changed' }],
      },
    ])
    expect((await run(admin, { level: 'account', config: again })).counts).toEqual(expected)
  })

  it('exports what it did not write, with harmless formulas, as the file had it', async () => {
    const file = 'Key,Name,About\nf1,=HYPERLINK("x"),+1-2\nf2,,=cmd()\nf3,Two\nf1,Late,\n'
    const config = {
      uploadId: await upload(app, admin, 'formulas.csv', file),
      columns: columns('externalId', 'name', 'about'),
      key: ['externalId'],
    }
    const done = await run(admin, { level: 'account', config })
    expect(done.counts).toEqual({ ...none, create: 1, conflict: 1, refused: 2 })
    expect((await accountBy('f1')).globalFields).toMatchObject({ name: '=HYPERLINK("x")', about: '+1-2' })
    const log = await admin.get(`core/entity/bulk/${done.jobId}/errors.csv`)
    expect(log.headers['content-disposition']).toMatch(/filename="import-errors-\d{4}-\d\d-\d\dT[\d-]+\.csv"/)
    expect(log.body).toBe(
      "Key,Name,About,Errors\r\nf2,,'=cmd(),Name is required.\r\n" +
        'f3,Two,,"Line 4 has 2 cells, the header has 3."\r\nf1,Late,,Line 2 has the same External ID.\r\n',
    )
  })

  it('reads every kind of value as it is written', async () => {
    await newField('Revenue', 'currency')
    await newField('Since', 'date')
    await newField('Share', 'percentage')
    await newField('Public', 'boolean')
    await newField('Tags', 'multiPicklist', ['Red', 'Blue'])
    const file =
      'id;n;rev;since;share;pub;tags;stage;pulse;owner\n' +
      'v1;Values;1.234,50 €;31.12.2023;45%;ja;red|BLUE;adoption;satisfied;' +
      `${(await app.as('manager')).actor.userId}\n` +
      'v2;Wrong;12x;31.02.2023;a;maybe;Green;Nowhere;9;ghost@example.com\n'
    const owner = await app.newUser('manager', 'owner.person@example.com')
    const content = file.replace(/satisfied;\d+/, 'satisfied;owner.person@example.com')
    const targets = [
      'externalId',
      'name',
      'revenue',
      'since',
      'share',
      'public',
      'tags',
      'lifecycleStage',
      'pulse',
      'owners',
    ]
    const mapped = columns(...targets).map((one) => ({
      ...one,
      ...(one.target === 'since' ? { dateFormat: 'DD.MM.YYYY' as const } : {}),
      ...(one.target === 'revenue' ? { numberFormat: '1.234,56' as const } : {}),
    }))
    const config = {
      uploadId: await upload(app, admin, 'values.csv', content),
      columns: mapped,
      key: ['externalId'],
    }
    const done = await run(admin, { level: 'account', config })
    expect(done.counts).toEqual({ ...none, create: 1, refused: 1 })
    const account = await accountBy('v1')
    expect(account.customFields).toMatchObject({
      revenue: { value: 1234.5 },
      since: '2023-12-31',
      share: 45,
      public: true,
    })
    expect(account.customFields.tags).toHaveLength(2)
    expect(account.globalFields).toMatchObject({
      lifecycleStage: 'Adoption',
      pulse: 4,
      owners: [{ id: owner.actor.userId }],
    })
    const [refused] = await rowsOf(done.jobId, 'refused')
    expect(refused.problems.map((problem: { field: string }) => problem.field)).toEqual([
      'revenue',
      'since',
      'share',
      'public',
      'tags',
      'system:lifecycleStageId',
      'system:pulse',
      'system:owners',
    ])
    const [made] = await rowsOf(done.jobId, 'create')
    expect(made.changes).toContainEqual({ field: 'tags', label: 'Tags', before: null, after: 'Red, Blue' })
    expect(made.changes).toContainEqual({
      field: 'revenue',
      label: 'Revenue',
      before: null,
      after: '1,234.5 EUR',
    })
  })

  it('tells what cannot say which record is meant', async () => {
    for (const name of ['Twin', 'Twin', 'Single']) {
      await admin.post('core/accounts', { globalFields: { name, about: 'x' } })
    }
    const file = 'Name,About\ntwin,new\nSINGLE,new\nNobody,new\n'
    const config = {
      uploadId: await upload(app, admin, 'names.csv', file),
      columns: columns('name', 'about'),
      key: ['name'],
      mode: 'update' as const,
    }
    const seen = await preview(admin, { level: 'account', config })
    const done = await run(admin, { level: 'account', config })
    expect(done.counts).toEqual({ ...none, update: 1, conflict: 1, refused: 1 })
    expect(seen.counts).toEqual(done.counts)
    const [conflict] = await rowsOf(done.jobId, 'conflict')
    expect(conflict.problems[0].message).toMatch(
      /^Several accounts have this Name: "Twin" \(\d+\), "Twin" \(\d+\)\./,
    )
    // The name says which record it is; how the file spells it changes nothing.
    expect((await rowsOf(done.jobId, 'update'))[0]).toMatchObject({
      name: 'Single',
      changes: [{ field: 'about' }],
    })
    const create = { ...config, mode: 'create' as const }
    expect((await run(admin, { level: 'account', config: create })).counts).toEqual({
      ...none,
      create: 1,
      conflict: 2,
    })
  })

  it('finds records by a custom field and by their ids', async () => {
    await newField('Contract', 'number')
    const made = await admin.post('core/accounts', {
      globalFields: { name: 'Found' },
      customFields: { contract: 4711 },
    })
    const byField = {
      uploadId: await upload(app, admin, 'contract.csv', 'no,about\n"4,711",by field\n12,none\n'),
      columns: columns('contract', 'about'),
      key: ['contract'],
      mode: 'update' as const,
    }
    expect((await run(admin, { level: 'account', config: byField })).counts).toEqual({
      ...none,
      update: 1,
      refused: 1,
    })
    const id = made.body.data.accountId
    const byId = {
      uploadId: await upload(app, admin, 'ids.csv', `id,about\n${id},by id\n999999,none\n1.5,half\n`),
      columns: columns('system:internalId', 'about'),
      key: ['system:internalId'],
    }
    expect((await run(admin, { level: 'account', config: byId })).counts).toEqual({
      ...none,
      update: 1,
      refused: 2,
    })
    expect((await admin.get(`core/accounts/${id}`)).body.data.globalFields.about).toBe('by id')
  })

  it('creates the parents and options that written rows need, and no others', async () => {
    await newField('Tier', 'singlePicklist', ['Gold'])
    const file =
      'k,n,parent,tier,pulse\np1,One,Holding A,Silver,3\np2,Two,holding a,gold,9\np3,Three,Holding B,Tin,9\n'
    const mapped = columns('externalId', 'name', 'organization', 'tier', 'pulse').map((one) => ({
      ...one,
      createOptions: one.target === 'tier',
      createParents: one.target === 'organization',
    }))
    const config = {
      uploadId: await upload(app, admin, 'parents.csv', file),
      columns: mapped,
      key: ['externalId'],
    }
    const seen = await preview(admin, { level: 'account', config })
    const done = await run(admin, { level: 'account', config })
    for (const job of [seen, done]) {
      expect(job).toMatchObject({ newParents: 1, newOptions: [{ field: 'tier', values: ['Silver'] }] })
      expect(job.counts).toEqual({ ...none, create: 1, refused: 2 })
    }
    expect((await accountBy('p1')).globalFields.organization.name).toBe('Holding A')
    expect((await run(admin, { level: 'account', config })).counts).toEqual({
      ...none,
      unchanged: 1,
      refused: 2,
    })
  })

  it('keeps or clears what is empty, and gives new records the defaults', async () => {
    const make = async (file: string, more: object) => ({
      uploadId: await upload(app, admin, 'empty.csv', file),
      columns: columns('externalId', 'name', 'about'),
      key: ['externalId'],
      ...more,
    })
    const first = await make('k,n,a\ne1,Empty,kept\ne2,Other,\n', { defaults: { about: 'by default' } })
    await run(admin, { level: 'account', config: first })
    expect((await accountBy('e2')).globalFields.about).toBe('by default')
    const keep = await make('k,n,a\ne1,Empty,\n', {})
    expect((await run(admin, { level: 'account', config: keep })).counts).toEqual({ ...none, unchanged: 1 })
    const clear = await make('k,n,a\ne1,,\n', { emptyCells: 'clear' })
    const refused = await run(admin, { level: 'account', config: clear })
    expect((await rowsOf(refused.jobId, 'refused'))[0].problems).toMatchObject([{ field: 'name' }])
  })
})
