import { afterAll, beforeAll, expect, test } from 'vitest'
import { isReading, statementsDuring } from '../../../test/statements.ts'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create, good } from '../record/record.fixture.ts'

let app: TestApp
let admin: Client

/** What the page of an account asks for until its first content stands. */
const asked = (id: number) => [
  `core/accounts/${id}`,
  `core/accounts/${id}/overview`,
  'core/fields?level=account',
  'core/fields/system?level=account',
  'core/field-sections?level=account',
  'core/field-pins?level=account',
  'users',
  'core/lifecycles?level=account',
  'currency/active-currencies',
  'core/churn-reasons?withRecords=false',
]

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
})

afterAll(() => app.stop())

test('the first content of the page of a record takes at most six statements', async () => {
  const account = await create(admin, 'accounts', { name: 'Lantern Works' })
  for (const path of asked(account)) good(await admin.get(path))
  const texts = await statementsDuring(async () => {
    for (const path of asked(account)) good(await admin.get(path))
  })
  const counted = texts.filter(isReading)
  expect(counted.length).toBeGreaterThanOrEqual(2)
  expect(counted.length).toBeLessThanOrEqual(6)
})
