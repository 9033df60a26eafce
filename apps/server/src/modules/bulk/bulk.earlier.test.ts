import type { EarlierMapping } from '@steward/contracts/sheet'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { good } from '../record/record.fixture.ts'
import { upload } from '../sheet/sheet.fixture.ts'
import { columns, none, run, undoWhole } from './bulk.fixture.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  await app.application.startWorker()
})
afterAll(() => app.stop())

interface Found {
  uploadId: string
  columns: Guess[]
  key: string[]
  earlier: EarlierMapping | null
}

interface Guess {
  target: string | null
  why: string | null
}

async function detect(client: Client, ...lines: readonly string[]) {
  const uploadId = await upload(app, client, 'odd.csv', lines.join('\n'))
  const answer = await client.post(`core/entity/bulk/uploads/${uploadId}/detect`, { level: 'account' })
  const { columns: guesses, ...found } = good(answer).data as Found
  return { ...found, targets: guesses.map(({ target }) => target), whys: guesses.map(({ why }) => why) }
}

const march = ['Q1,Q2,Q3', '51,Alster,x', '52,Isar,y', '53,Spree,z']
const april = ['Q1,Q2,Q3,Q4', '51,Alster,x,1', '54,Weser,y,2']

it('an unknown header goes where it went in the last import of a file with its columns', async () => {
  const first = await detect(admin, ...march)
  expect(first.targets).toEqual([null, null, null])
  const config = {
    uploadId: first.uploadId,
    columns: [
      ...columns('system:externalId'),
      { column: 1, target: 'name', repairs: [{ from: 'Ister', to: 'Isar' }], createOptions: true },
    ],
    key: ['system:externalId'],
    missingRecords: 'archive' as const,
    changedParents: 'keep' as const,
  }
  const done = await run(admin, { level: 'account', config })
  expect(done.counts).toEqual({ ...none, create: 3 })

  const next = await detect(admin, ...april)
  expect(next).toMatchObject({
    targets: ['system:externalId', 'name', null, null],
    key: ['system:externalId'],
  })
  expect(next.whys[1]).toContain('Matched as in an earlier import')
  // New options are asked for again, and what is archived is chosen for each file.
  expect(next.earlier).toMatchObject({
    fileName: 'odd.csv',
    choices: {
      columns: [
        { header: 'Q1', target: 'system:externalId' },
        { header: 'Q2', target: 'name', repairs: [{ from: 'Ister', to: 'Isar' }], createOptions: false },
        { header: 'Q3', target: null },
      ],
      key: ['system:externalId'],
      changedParents: 'keep',
      missingRecords: 'leave',
    },
  })
  // A Normal User knows nothing of the imports of others.
  const user = await app.as('normalUser')
  expect((await detect(user, ...april)).earlier).toBeNull()
  // A file that lacks one of the columns may be another one.
  expect((await detect(admin, 'Q1,Q2,Q5', '51,Alster,x', '54,Weser,y')).targets).toEqual([null, null, null])

  await undoWhole(admin, done)
  expect((await detect(admin, ...april)).targets).toEqual([null, null, null, null])
})
