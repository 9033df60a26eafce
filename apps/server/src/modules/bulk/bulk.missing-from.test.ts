import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create, good, list, namesOf } from '../record/record.fixture.ts'
import { upload } from '../sheet/sheet.fixture.ts'
import { ended, fileOf, preview, run, undoWhole, type ImportInput } from './bulk.fixture.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  await app.application.startWorker()
})
afterAll(() => app.stop())

const header = 'externalId,name'
const send = (_: string, content: string) => upload(app, admin, 'region.csv', content)
const rowsOf = (...lines: string[]) => fileOf(send, 'account', header, ...lines)

async function missingOf(input: Promise<ImportInput>, more: object): Promise<ImportInput> {
  const { level, config } = await input
  return { level, config: { ...config, ...more } }
}

const missingNames = async (jobId: number): Promise<string[]> =>
  good(await admin.get(`core/entity/bulk/${jobId}/rows?outcome=missing`)).data.map(
    ({ name }: { name: string }) => name,
  )

const activeNames = async (): Promise<string[]> => {
  const { data } = await list(admin, 'accounts', { pageSize: 200 })
  const active = data.filter(
    ({ globalFields }: { globalFields: { entityArchived: boolean } }) => !globalFields.entityArchived,
  )
  return namesOf({ data: active }).toSorted()
}

it('records that a file lacks are those of chosen imports, or all that have the key', async () => {
  await create(admin, 'accounts', { name: 'By hand', externalId: 'h1' })
  const north = await run(admin, await rowsOf('n1,Alster', 'n2,Isar', 'n3,Spree'))
  const south = await run(admin, await rowsOf('s1,Lech', 's2,Inn'))
  const april = () => rowsOf('n1,Alster', 'n4,Weser')

  const uploadId = await upload(app, admin, 'april.csv', `${header},fax\nn1,Alster,1\n`)
  const found = good(
    await admin.post(`core/entity/bulk/uploads/${uploadId}/detect`, { level: 'account' }),
  ).data
  expect(found.imports).toMatchObject([
    { jobId: south.jobId, fileName: 'region.csv' },
    { jobId: north.jobId, fileName: 'region.csv' },
  ])

  const all = await preview(admin, await missingOf(april(), { missingRecords: 'list' }))
  expect(await missingNames(all.jobId)).toEqual(['By hand', 'Isar', 'Spree', 'Lech', 'Inn'])
  const both = { missingRecords: 'archive', missingFrom: [north.jobId, south.jobId] }
  const wide = await preview(admin, await missingOf(april(), both))
  expect(await missingNames(wide.jobId)).toEqual(['Isar', 'Spree', 'Lech', 'Inn'])

  const input = { missingRecords: 'archive', missingFrom: [north.jobId] }
  const seen = await preview(admin, await missingOf(april(), input))
  const done = await run(admin, await missingOf(april(), input))
  expect(await missingNames(seen.jobId)).toEqual(['Isar', 'Spree'])
  expect(done.findings).toEqual(seen.findings)
  expect(done.findings).toMatchObject({ missing: 2, missingChanged: 2 })
  expect(await activeNames()).toEqual(['Alster', 'By hand', 'Inn', 'Lech', 'Weser'])
  await undoWhole(admin, done)
  expect(await activeNames()).toEqual(['Alster', 'By hand', 'Inn', 'Isar', 'Lech', 'Spree'])

  // Records of an undone import don't count as missing.
  good(await admin.post(`core/entity/bulk/${north.jobId}/undo`))
  await ended(admin, north.jobId)
  const none = await preview(admin, await missingOf(april(), input))
  expect(none.findings.missing).toBe(0)
})

it('does not look for records of imports that someone may not see', async () => {
  const normal = await app.as('normalUser')
  const { jobId } = await run(admin, await rowsOf('o1,Oder', 'o2,Neisse'))
  const mine = await fileOf(
    (_, content) => upload(app, normal, 'region.csv', content),
    'account',
    header,
    'o1,Oder',
  )
  const asked = { missingRecords: 'list' as const, missingFrom: [jobId] }
  const seen = await preview(normal, { ...mine, config: { ...mine.config, ...asked } })
  expect(seen.findings.missing).toBe(0)
})
