import type { BulkJob } from '@steward/contracts/bulk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create, good, list, namesOf } from '../record/record.fixture.ts'
import { upload } from '../sheet/sheet.fixture.ts'
import { columns, ended, none, preview, run, type ImportInput } from './bulk.fixture.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  await app.application.startWorker()
})
afterAll(() => app.stop())

const plurals = {
  organization: 'organizations',
  account: 'accounts',
  contact: 'contacts',
  pipeline: 'pipelines',
} as const
type Level = keyof typeof plurals

/** A file whose first line names the fields of its columns. */
async function fileOf(level: Level, ...lines: string[]): Promise<ImportInput> {
  const [header = '', ...rows] = lines
  const uploadId = await upload(app, admin, `${level}.csv`, [header, ...rows].join('\n'))
  return { level, config: { uploadId, columns: columns(...header.split(',')), key: ['externalId'] } }
}

const told = ({ counts, findings, causes }: BulkJob) => ({ counts, findings, causes })

/** Previews and runs; both must say the same, in every number. */
async function both({ level, config }: ImportInput, more: object = {}): Promise<BulkJob> {
  const input = { level, config: { ...config, ...more } }
  const seen = await preview(admin, input)
  const done = await run(admin, input)
  expect(done.failure).toBeNull()
  expect(told(done)).toEqual(told(seen))
  return done
}

async function undo({ jobId }: BulkJob): Promise<void> {
  good(await admin.post(`core/entity/bulk/${jobId}/undo`))
  expect((await ended(admin, jobId)).undo).toMatchObject({ state: 40, kept: 0 })
}

type Place = Record<'organization' | 'account', string | null>

/** Where the records of a level are, by their names. */
async function placesOf(level: Level): Promise<Record<string, Place>> {
  const { data } = await list(admin, plurals[level], { pageSize: 200 })
  return Object.fromEntries(
    data.map(
      ({ globalFields }: { globalFields: Record<string, { name: string } | null> & { name: string } }) => [
        globalFields.name,
        {
          organization: globalFields['organization']?.name ?? null,
          account: globalFields['account']?.name ?? null,
        },
      ],
    ),
  )
}

describe('a changed parent', () => {
  beforeAll(async () => {
    await run(admin, await fileOf('organization', 'externalId,name', 'o1,North', 'o2,South'))
    await run(
      admin,
      await fileOf('account', 'externalId,name,organization', 'a1,One,o1', 'a2,Two,o2', 'a3,Three,'),
    )
    await run(
      admin,
      await fileOf(
        'contact',
        'externalId,name,email,account',
        'c1,Ann,a@x.example,a1',
        'c2,Bob,b@x.example,a2',
      ),
    )
    await run(admin, await fileOf('pipeline', 'externalId,name,account', 'p1,Deal,a1', 'p2,Renewal,a2'))
  })

  it('moves the record, with what is below it, and the preview counts both', async () => {
    const before = [await placesOf('contact'), await placesOf('pipeline')]
    const moved = await both(await fileOf('account', 'externalId,organization', 'a1,o2', 'a2,o2', 'a3,o1'))
    expect(moved.counts).toEqual({ ...none, update: 2, unchanged: 1 })
    expect(moved.findings).toMatchObject({ moved: 2, following: 2 })
    expect((await placesOf('contact'))['Ann']).toEqual({ organization: 'South', account: 'One' })
    await undo(moved)
    expect([await placesOf('contact'), await placesOf('pipeline')]).toEqual(before)
  })

  it('moves pipelines too, which no form does', async () => {
    const moved = await both(await fileOf('pipeline', 'externalId,account', 'p1,a2', 'p2,a2'))
    expect(moved.counts).toEqual({ ...none, update: 1, unchanged: 1 })
    expect(moved.findings.moved).toBe(1)
    expect((await placesOf('pipeline'))['Deal']).toEqual({ organization: 'South', account: 'Two' })
    await undo(moved)
    expect((await placesOf('pipeline'))['Deal']).toEqual({ organization: 'North', account: 'One' })
  })

  it('takes a record out of its account where the row names another organization and no account', async () => {
    const moved = await both(await fileOf('pipeline', 'externalId,organization', 'p1,o2', 'p2,o2'))
    expect(moved.counts).toEqual({ ...none, update: 1, unchanged: 1 })
    expect((await placesOf('pipeline'))['Deal']).toEqual({ organization: 'South', account: null })
    await undo(moved)
  })

  it('stays where it is if the importer wants that; records without a parent get one', async () => {
    const accounts = await fileOf('account', 'externalId,name,organization', 'a1,One,o2', 'a3,Third,o1')
    const kept = await both(accounts, { changedParents: 'keep' })
    expect(kept.counts).toEqual({ ...none, update: 1, unchanged: 1 })
    expect(await placesOf('account')).toMatchObject({
      One: { organization: 'North' },
      Third: { organization: 'North' },
    })
    await undo(kept)
    const pipelines = await fileOf('pipeline', 'externalId,account', 'p1,a2', 'p2,a1')
    expect((await both(pipelines, { changedParents: 'keep' })).counts).toEqual({ ...none, unchanged: 2 })
  })
})

describe('names that change entirely', () => {
  it('are counted where an ID finds the record, for the file may be of another system', async () => {
    await run(admin, await fileOf('account', 'externalId,name', '1,Acme Inc.', '2,Globex', '3,Initech'))
    const file = ['1,Acme Corporation', '2,Wayne Enterprises', '3,Stark Industries', '4,New']
    const { findings } = await preview(admin, await fileOf('account', 'externalId,name', ...file))
    expect(findings).toMatchObject({
      renamed: 2,
      renames: [
        { line: 3, before: 'Globex', after: 'Wayne Enterprises' },
        { line: 4, before: 'Initech', after: 'Stark Industries' },
      ],
    })
  })
})

describe('IDs as whole numbers', () => {
  it('are the same with zeros before and after them, where the importer says so', async () => {
    await run(admin, await fileOf('organization', 'externalId,name', '71,Seventy-one'))
    const file = ['71.0,As a decimal', '0072,With zeros', 'A-7.0,Not a number']
    const asWritten = await fileOf('organization', 'externalId,name', ...file)
    expect((await preview(admin, asWritten)).counts).toEqual({ ...none, create: 3 })
    const mapped = asWritten.config.columns.map((one, at) =>
      at === 0 ? { ...one, wholeNumbers: true } : one,
    )
    const done = await both({ ...asWritten, config: { ...asWritten.config, columns: mapped } })
    expect(done.counts).toEqual({ ...none, update: 1, create: 2 })
    const { data } = await list(admin, 'organizations', { pageSize: 200 })
    const ids = data.map((one: { globalFields: { externalId: string } }) => one.globalFields.externalId)
    expect(ids).toEqual(expect.arrayContaining(['71', '72', 'A-7.0']))
    await undo(done)
  })
})

const shown = async (jobId: number) =>
  good(await admin.get(`core/entity/bulk/${jobId}/rows?outcome=missing`)).data

const isActive = (one: { globalFields: { entityArchived: boolean } }) => !one.globalFields.entityArchived

const activeNames = async () => {
  const { data } = await list(admin, 'contacts', { pageSize: 200 })
  return namesOf({ data: data.filter(isActive) }).toSorted()
}

const withEmail = (row: string): string => `${row},${row.slice(0, 2)}@x.example`

const contactFile = () =>
  fileOf('contact', 'externalId,name,email', ...['m1,First', 'm3,Third', 'm9,Ninth'].map(withEmail))

describe('records that a file lacks', () => {
  let before: string[]

  beforeAll(async () => {
    const rows = ['m1,First', 'm2,Second', 'm3,Third', 'm4,Fourth'].map(withEmail)
    await run(admin, await fileOf('contact', 'externalId,name,email', ...rows))
    await create(admin, 'contacts', { name: 'Without ID' })
    before = await activeNames()
  })

  it('stay as they are by default, and are listed where the importer asks for them', async () => {
    expect((await preview(admin, await contactFile())).findings.missing).toBe(0)
    const seen = await preview(admin, {
      ...(await contactFile()),
      config: { ...(await contactFile()).config, missingRecords: 'list' },
    })
    expect(seen.findings).toMatchObject({ missing: 4, missingChanged: 0 })
    expect((await shown(seen.jobId)).map(({ name }: { name: string }) => name)).toEqual([
      'Ann',
      'Bob',
      'Second',
      'Fourth',
    ])
  })

  it('are archived by the import, and come back with its undo', async () => {
    const done = await both(await contactFile(), { missingRecords: 'archive' })
    expect(done.counts).toEqual({ ...none, create: 1, unchanged: 2 })
    expect(done.findings).toMatchObject({ missing: 4, missingChanged: 4 })
    expect(await activeNames()).toEqual(['First', 'Ninth', 'Third', 'Without ID'])
    expect((await shown(done.jobId))[0]).toMatchObject({ name: 'Ann', outcome: 'missing', problems: [] })
    expect((await both(await contactFile(), { missingRecords: 'archive' })).findings.missing).toBe(0)
    await undo(done)
    expect(await activeNames()).toEqual(before)
  })

  it('get a value that the importer chooses', async () => {
    const more = { missingRecords: 'set', missingValues: { about: 'Not in the file' } }
    const done = await both(await contactFile(), more)
    expect(done.findings).toMatchObject({ missing: 4, missingChanged: 4 })
    expect((await shown(done.jobId))[0].changes).toMatchObject([{ after: 'Not in the file' }])
    await undo(done)
  })

  it('are only listed where the record of a row cannot be told', async () => {
    const broken = await fileOf(
      'contact',
      'externalId,name,email',
      withEmail('m1,First'),
      ',No ID,n@x.example',
    )
    const done = await both(broken, { missingRecords: 'archive' })
    expect(done.findings).toMatchObject({ unidentified: 1, missing: 5, missingChanged: 0 })
    expect(await activeNames()).toEqual(before)
  })

  it('are archived where a row only repeats the header', async () => {
    const { level, config } = await contactFile()
    const uploadId = await upload(
      app,
      admin,
      'contact.csv',
      ['externalId,name,email', withEmail('m1,First'), 'externalId,name,email', withEmail('m9,Ninth')].join(
        '\n',
      ),
    )
    const found = await admin.post(`core/entity/bulk/uploads/${uploadId}/detect`, { level: 'contact' })
    expect(good(found).data.keyNote).toMatchObject({ isUnique: true, blank: 0 })
    const done = await both({ level, config: { ...config, uploadId } }, { missingRecords: 'archive' })
    expect(done.counts).toMatchObject({ refused: 1 })
    expect(done.findings).toMatchObject({ unidentified: 0 })
    expect(done.findings.missingChanged).toBe(done.findings.missing)
    await undo(done)
    expect(await activeNames()).toEqual(before)
  })

  it('need a key, and something to set', async () => {
    for (const [more, path] of [
      [{ missingRecords: 'list', key: [] }, 'config.missingRecords'],
      [{ missingRecords: 'set' }, 'config.missingValues'],
      [{ missingRecords: 'set', missingValues: { nonsense: 1 } }, 'config.missingValues.nonsense'],
    ] as const) {
      const { level, config } = await contactFile()
      const answer = await admin.post('core/entity/bulk/preview', { level, config: { ...config, ...more } })
      expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, [path]])
    }
  })
})
