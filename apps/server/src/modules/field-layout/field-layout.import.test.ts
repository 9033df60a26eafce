import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { upload } from '../sheet/sheet.fixture.ts'

let test: TestApp
let admin: Client

beforeAll(async () => {
  test = await startTestApp()
  admin = await test.as('administrator')
})
afterAll(() => test.stop())

interface Guess {
  name: string
  target: string | null
  why: string | null
}

async function guesses(content: string): Promise<[string, string | null, string | null][]> {
  const uploadId = await upload(test, admin, 'customers.csv', content)
  const { body } = await admin.post(`core/entity/bulk/uploads/${uploadId}/detect`, { level: 'account' })
  return body.data.columns.map(({ name, target, why }: Guess) => [name, target, why])
}

it('suggests the columns of a file as the company mapped them, whatever else would fit', async () => {
  const file = 'Company,Kd-Nr.,Contract volume\nAlder,A1,100\nBirch,B2,200\n'
  await admin.post('core/fields', { displayName: 'Volume', dataType: 'number', columnLevel: 'account' })
  expect(await guesses(file)).toEqual([
    ['Company', 'name', '"Company" is a usual header for Name.'],
    [
      'Kd-Nr.',
      'system:externalId',
      '"Kd-Nr." is a usual header for External ID, and its 2 values are all different.',
    ],
    ['Contract volume', null, null],
  ])
  const data = {
    volume: { externalNames: ['Contract Volume'] },
    'system:externalId': { externalNames: ['KD NR'] },
    about: { externalNames: ['Company'] },
  }
  expect((await admin.patch('core/field-mappings?level=account', { data })).status).toBe(200)
  const why = 'Matched by your field mapping.'
  expect(await guesses(file)).toEqual([
    ['Company', 'about', why],
    ['Kd-Nr.', 'system:externalId', why],
    ['Contract volume', 'volume', why],
  ])
})
