import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create, defineField, good } from '../record/record.fixture.ts'
import { upload } from '../sheet/sheet.fixture.ts'
import {
  bothParts,
  everything,
  fileOf,
  listed,
  none,
  preview,
  run,
  undoWhole,
  type ImportInput,
  type LevelName,
  type SendFile,
} from './bulk.fixture.ts'

let app: TestApp
let admin: Client

const sources = ['HubSpot', 'Zendesk'] as const

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  await app.application.startWorker()
  for (const level of ['organization', 'account']) {
    for (const idSource of sources) {
      await defineField(admin, level, idSource.toLowerCase(), 'string', { idSource })
    }
  }
})
afterAll(() => app.stop())

const send: SendFile = (fileName, content) => upload(app, admin, fileName, content)

/** The ids of a level's records, by their names: their own, and those of the two systems. */
async function idsOf(level: LevelName): Promise<Record<string, (string | null)[]>> {
  const records = await listed(admin, level)
  return Object.fromEntries(
    records.map(({ globalFields, customFields }) => [
      globalFields.name,
      [globalFields['externalId'], customFields['hubspot'], customFields['zendesk']].map((id) =>
        typeof id === 'string' ? id : null,
      ),
    ]),
  )
}

async function both(input: ImportInput) {
  const seen = await preview(admin, input)
  const done = await run(admin, input)
  expect(done.failure).toBeNull()
  expect(done.counts).toEqual(seen.counts)
  expect(done.causes).toEqual(seen.causes)
  return done
}

/** The same file, whose organizations are named by their ids in HubSpot. */
const bySource = ({ level, config }: ImportInput): ImportInput => ({
  level,
  config: {
    ...config,
    columns: config.columns.map((one) =>
      one.target === 'organization' ? { ...one, match: 'externalId', idSource: 'HubSpot' } : one,
    ),
  },
})

describe('ids of other systems', () => {
  it('overlap without touching each other, nor the external IDs of records', async () => {
    await create(admin, 'organizations', { name: 'Ours', externalId: '17' })
    const before = await everything(admin)
    const hubspot = await both(await fileOf(send, 'organization', 'hubspot,name', '17,Alder', '18,Birch'))
    const zendesk = await both(await fileOf(send, 'organization', 'zendesk,name', '17,Cedar', '19,Dogwood'))
    expect([hubspot.counts, zendesk.counts]).toEqual([
      { ...none, create: 2 },
      { ...none, create: 2 },
    ])
    expect(await idsOf('organization')).toEqual({
      Ours: ['17', null, null],
      Alder: [null, '17', null],
      Birch: [null, '18', null],
      Cedar: [null, null, '17'],
      Dogwood: [null, null, '19'],
    })
    const next = await both(
      await fileOf(send, 'organization', 'hubspot,name', '17,Alder and sons', '18,Birch'),
    )
    expect(next.counts).toEqual({ ...none, update: 1, unchanged: 1 })
    expect(Object.keys(await idsOf('organization'))).toContain('Cedar')
    for (const job of [next, zendesk, hubspot]) await undoWhole(admin, job)
    expect(await everything(admin)).toBe(before)
  })

  it('of several systems may be of one record, by another key', async () => {
    await both(await fileOf(send, 'account', 'hubspot,name', 'h1,Elm'))
    const file = await fileOf(send, 'account', 'name,zendesk,externalId', 'Elm,z1,e1')
    expect((await both(file)).counts).toEqual({ ...none, update: 1 })
    expect((await idsOf('account'))['Elm']).toEqual(['e1', 'h1', 'z1'])
  })

  it('compare as they are, as external IDs do', async () => {
    const file = await fileOf(send, 'account', 'hubspot,name', '001aB,Fir', '001Ab,Gorse')
    expect((await both(file)).counts).toEqual({ ...none, create: 2 })
    expect((await both(file)).counts).toEqual({ ...none, unchanged: 2 })
    const twice = await fileOf(send, 'account', 'name,hubspot', 'Holly,h9,', 'Ivy,h9')
    expect((await preview(admin, twice)).counts.conflict).toBe(1)
  })

  it('name parents, in files of their system and among related files', async () => {
    const done = await bothParts(admin, [
      bySource(
        await fileOf(send, 'account', 'hubspot,name,organization', '17,Site of 17,17', '18,Site of none,99'),
      ),
      await fileOf(send, 'organization', 'hubspot,name', '17,Group of 17'),
    ])
    expect(done.parts.map(({ counts }) => counts)).toEqual([
      { ...none, create: 1 },
      { ...none, create: 1, refused: 1 },
    ])
    expect(done.causes).toMatchObject([
      { message: 'Organization: there is no organization with HubSpot ID "99".' },
    ])
    const sites = await listed(admin, 'account')
    const site = sites.find(({ globalFields }) => globalFields.name === 'Site of 17')
    expect(site?.globalFields['organization']?.name).toBe('Group of 17')
    const later = bySource(await fileOf(send, 'account', 'hubspot,name,organization', '20,Later site,17'))
    expect((await both(later)).counts).toEqual({ ...none, create: 1 })
  })
})

describe('a field for the ids of another system', () => {
  it('is one for each level and system, and has texts', async () => {
    const field = { displayName: 'More HubSpot', columnLevel: 'account', idSource: 'HubSpot' }
    expect(await admin.post('core/fields', { ...field, dataType: 'string' })).toMatchObject({
      status: 409,
      body: { reason: 'field.source_taken', fields: { idSource: expect.any(String) } },
    })
    expect(await admin.post('core/fields', { ...field, dataType: 'number', idSource: 'CRM' })).toMatchObject({
      status: 400,
      body: { fields: { idSource: 'Only text fields can have the IDs of another system.' } },
    })
    const { data } = good(await admin.get('core/fields?level=account'))
    expect(data.map(({ idSource }: { idSource?: string }) => idSource)).toEqual(sources)
  })
})
