import type { BulkJob } from '@steward/contracts/bulk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { textRow, workbook } from '../../platform/tabular/workbook.fixture.ts'
import { create } from '../record/record.fixture.ts'
import { upload } from '../sheet/sheet.fixture.ts'
import {
  bothParts,
  columns,
  everything,
  fileOf,
  listed,
  none,
  runParts,
  undoWhole,
  type ImportInput,
  type SendFile,
  type LevelName,
} from './bulk.fixture.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  await app.application.startWorker()
})
afterAll(() => app.stop())

const send: SendFile = (fileName, content) => upload(app, admin, fileName, content)

/** The names of records with those of their organizations and accounts. */
async function placesOf(level: LevelName): Promise<string[]> {
  const records = await listed(admin, level)
  return records
    .map(({ globalFields: { name, organization, account } }) =>
      [name, organization?.name ?? '-', account?.name ?? '-'].join(' < '),
    )
    .toSorted()
}

const rows = (...lines: string[][]) => lines.map((cells, at) => textRow(at + 1, cells)).join('')

const withParents = ({ level, config }: ImportInput): ImportInput => ({
  level,
  config: {
    ...config,
    columns: config.columns.map((one) => ({ ...one, createParents: one.target === 'organization' })),
  },
})

const previewed = (parts: unknown[]) =>
  admin.post('core/entity/bulk/bundle/preview', { type: 'bundle', parts })

describe('related files', () => {
  it('find the parents that the others create, in any order, with one preview and one undo', async () => {
    const before = await everything(admin)
    const done = await bothParts(admin, [
      await fileOf(
        send,
        'pipeline',
        'externalId,name,account,pipelineType',
        'p1,Renewal,North Berlin,Opportunity',
      ),
      await fileOf(
        send,
        'contact',
        'email,name,account',
        'ann@example.com,Ann,North Berlin',
        'bob@example.com,Bob,South Rome',
        'cy@example.com,Cy,Nowhere',
      ),
      await fileOf(
        send,
        'account',
        'externalId,name,organization',
        'a1,North Berlin,North',
        'a2,South Rome,o2',
      ),
      await fileOf(send, 'organization', 'externalId,name', 'o1,North', 'o2,South'),
    ])
    expect(done.parts.map(({ level, counts }) => [level, counts.create, counts.refused])).toEqual([
      [1, 2, 0],
      [2, 2, 0],
      [3, 2, 1],
      [4, 1, 0],
    ])
    expect(done).toMatchObject({ counts: { ...none, create: 7, refused: 1 }, newParents: 0, type: 30 })
    expect(await placesOf('account')).toEqual(['North Berlin < North < -', 'South Rome < South < -'])
    expect(await placesOf('contact')).toEqual(['Ann < North < North Berlin', 'Bob < South < South Rome'])
    expect(await placesOf('pipeline')).toEqual(['Renewal < North < North Berlin'])
    const history = await admin.get('core/entity/bulk/entity-upload/history')
    expect(history.body.data.map((job: BulkJob) => [job.jobId, job.parts.length])).toEqual([[done.jobId, 4]])

    const [part] = done.parts
    for (const act of ['undo', 'stop']) {
      const answer = await admin.post(`core/entity/bulk/${part?.jobId}/${act}`)
      expect(answer).toMatchObject({ status: 409, body: { reason: 'bulk.part' } })
    }
    await undoWhole(admin, done)
    expect(await everything(admin)).toBe(before)
  })

  it('are sheets of one workbook as well, of all four levels', async () => {
    const before = await everything(admin)
    const uploadId = await upload(
      app,
      admin,
      'customers.xlsx',
      workbook({
        sheets: {
          Deals: rows(['ID', 'Name', 'Site'], ['d1', 'Renewal of East', 'East Oslo']),
          People: rows(['Email', 'Name', 'Account'], ['eve@example.com', 'Eve', 'East Oslo']),
          Sites: rows(['ID', 'Name', 'Group'], ['s1', 'East Oslo', 'East']),
          Groups: rows(['ID', 'Name'], ['g1', 'East']),
        },
      }),
    )
    const sheetOf = (level: LevelName, sheet: string, ...targets: string[]): ImportInput => {
      const settings = {
        format: 'xlsx' as const,
        encoding: 'utf-8' as const,
        delimiter: ',',
        quote: '"',
        header: true,
        skipLines: 0,
        sheet,
      }
      return { level, config: { uploadId, settings, columns: columns(...targets), key: targets.slice(0, 1) } }
    }
    const done = await bothParts(admin, [
      sheetOf('pipeline', 'Deals', 'externalId', 'name', 'account'),
      sheetOf('contact', 'People', 'email', 'name', 'account'),
      sheetOf('account', 'Sites', 'externalId', 'name', 'organization'),
      sheetOf('organization', 'Groups', 'externalId', 'name'),
    ])
    expect(done).toMatchObject({ fileName: 'customers.xlsx', counts: { ...none, create: 4 } })
    expect(await placesOf('contact')).toEqual(['Eve < East < East Oslo'])
    expect(await placesOf('pipeline')).toEqual(['Renewal of East < East < East Oslo'])
    await undoWhole(admin, done)
    expect(await everything(admin)).toBe(before)
  })

  it('name records by the names that the others give them, and go with accounts that move', async () => {
    const west = await create(admin, 'organizations', { name: 'West', externalId: 'w' })
    const paris = await create(admin, 'accounts', { name: 'Paris', externalId: 'wp', organization: west })
    await create(admin, 'contacts', { name: 'Fay', email: 'fay@example.com', account: paris })
    await create(admin, 'contacts', { name: 'Jan', email: 'jan@example.com', account: paris })
    const before = await everything(admin)
    const done = await bothParts(admin, [
      await fileOf(send, 'organization', 'externalId,name', 'w,Far West', 'n,New'),
      await fileOf(
        send,
        'account',
        'externalId,name,organization',
        'wp,Lutetia,New',
        'x1,First,West',
        'x2,Second,Far West',
      ),
      await fileOf(
        send,
        'contact',
        'email,name,organization,account',
        'fay@example.com,Fay,New,Lutetia',
        'gil@example.com,Gil,New,Lutetia',
        'hal@example.com,Hal,Far West,Lutetia',
        'ida@example.com,Ida,New,Paris',
        'jan@example.com,Jan,Far West,',
      ),
    ])
    expect(done.parts.map(({ counts }) => counts)).toEqual([
      { ...none, create: 1, update: 1 },
      { ...none, create: 1, update: 1, refused: 1 },
      { ...none, create: 1, update: 1, unchanged: 1, refused: 2 },
    ])
    expect(done.findings).toMatchObject({ moved: 2, following: 2 })
    expect(await placesOf('contact')).toEqual([
      'Fay < New < Lutetia',
      'Gil < New < Lutetia',
      'Jan < Far West < -',
    ])
    await undoWhole(admin, done)
    expect(await everything(admin)).toBe(before)
  })

  it('find records by their place as well, where accounts move with what is below them', async () => {
    const [north, south] = [
      await create(admin, 'organizations', { name: 'N', externalId: 'N' }),
      await create(admin, 'organizations', { name: 'S', externalId: 'S' }),
    ]
    const account = await create(admin, 'accounts', { name: 'A', externalId: 'A', organization: north })
    await create(admin, 'accounts', { name: 'B', externalId: 'B', organization: south })
    await create(admin, 'contacts', { name: 'Kim', account })
    const people = await fileOf(send, 'contact', 'name,organization,about', 'Kim,S,Moved', 'Kim,N,New')
    const done = await bothParts(admin, [
      await fileOf(send, 'account', 'externalId,organization', 'A,S'),
      {
        ...people,
        config: { ...people.config, key: ['name', 'organization'] },
      },
    ])
    expect(done.parts[1]?.counts).toMatchObject({ update: 1 })
    await undoWhole(admin, done)
  })

  it('create parents that no file has only once', async () => {
    const accounts = await fileOf(
      send,
      'account',
      'externalId,name,organization',
      'q1,One,Made up',
      'q2,Two,Made up',
    )
    const contacts = await fileOf(send, 'contact', 'email,name,organization', 'q@example.com,Q,made up')
    const done = await bothParts(admin, [withParents(contacts), withParents(accounts)])
    expect(done).toMatchObject({ counts: { ...none, create: 3 }, newParents: 1 })
    await undoWhole(admin, done)
  })

  it('are refused at the part that is wrong', async () => {
    const accounts = await fileOf(send, 'account', 'externalId,name', 'r1,One')
    const wrong = { ...accounts, config: { ...accounts.config, key: ['about'] } }
    const organizations = await fileOf(send, 'organization', 'externalId,name', 'r1,One')
    expect(await previewed([wrong, organizations])).toMatchObject({
      status: 400,
      body: { reason: 'bulk.config', fields: { 'parts.0.config.key.0': expect.any(String) } },
    })
    expect(await previewed([accounts, accounts])).toMatchObject({
      status: 400,
      body: { reason: 'bulk.parts', fields: { 'parts.1.level': expect.any(String) } },
    })
  })

  it('stop together, and what was imported by then is undone together', async () => {
    const before = await everything(admin)
    const parts = [
      await fileOf(send, 'organization', 'externalId,name', 'z1,Zed'),
      await fileOf(send, 'account', 'externalId,name,organization', 'z2,"Zed,Zed'),
    ]
    const done = await runParts(admin, parts)
    expect(done).toMatchObject({
      state: 30,
      counts: { create: 1 },
      failure: expect.stringContaining('quote'),
    })
    expect(done.parts.map(({ state }) => state)).toEqual([40, 30])
    await undoWhole(admin, done)
    expect(await everything(admin)).toBe(before)
  })
})
