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

interface Guess {
  target: string | null
  why: string | null
}

async function detect(...lines: readonly string[]) {
  const uploadId = await upload(app, admin, 'odd.csv', lines.join('\n'))
  const answer = await admin.post(`core/entity/bulk/uploads/${uploadId}/detect`, { level: 'account' })
  const { columns: guesses, key } = good(answer).data as { columns: Guess[]; key: string[] }
  return { targets: guesses.map(({ target }) => target), whys: guesses.map(({ why }) => why), key, uploadId }
}

const march = ['Q1,Q2,Q3', '51,Alster,x', '52,Isar,y', '53,Spree,z']
const april = ['Q1,Q2,Q3,Q4', '51,Alster,x,1', '54,Weser,y,2']

it('an unknown header goes where it went in the last import of a file with its columns', async () => {
  const first = await detect(...march)
  expect(first.targets).toEqual([null, null, null])
  const config = {
    uploadId: first.uploadId,
    columns: columns('system:externalId', 'name', null),
    key: ['system:externalId'],
  }
  const done = await run(admin, { level: 'account', config })
  expect(done.counts).toEqual({ ...none, create: 3 })

  const next = await detect(...april)
  expect(next).toMatchObject({
    targets: ['system:externalId', 'name', null, null],
    key: ['system:externalId'],
  })
  expect(next.whys[1]).toContain('Matched as in an earlier import')
  // A file that lacks one of the columns may be another one.
  expect((await detect('Q1,Q2,Q5', '51,Alster,x', '54,Weser,y')).targets).toEqual([null, null, null])

  await undoWhole(admin, done)
  expect((await detect(...april)).targets).toEqual([null, null, null, null])
})
