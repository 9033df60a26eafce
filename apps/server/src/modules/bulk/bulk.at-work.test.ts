import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { upload } from '../sheet/sheet.fixture.ts'
import { defineField, list } from '../record/record.fixture.ts'
import { columns } from './bulk.fixture.ts'
import { startMass } from './bulk.mass.fixture.ts'
import { runJob } from './bulk.run.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
})
afterAll(() => app.stop())

interface Seen {
  globalFields: { name: string; account: { name: string } }
  customFields: { balance: number }
}

/** Does a job's work, until the signal says that the process ends. */
const work = (jobId: number, signal: AbortSignal = new AbortController().signal): Promise<void> =>
  runJob(app.application.platform, app.application.modules, app.tenantId, jobId, signal)

/** A signal that fires after it has been asked once. */
function abortSoon(): AbortSignal {
  let asked = 0
  return {
    get aborted() {
      asked += 1
      return asked > 1
    },
  } as AbortSignal
}

it('a mass update that is still going on is not undone, and one that has ended is', async () => {
  const { records } = app.application.modules
  const act = { source: 'person', action: 'create', at: app.clock.now() } as const
  await records.write(admin.actor, 2, act, () =>
    Array.from({ length: 1200 }, (_, n) => ({ kind: 'create' as const, values: { name: `Account ${n}` } })),
  )
  const change = { data: { 'system:pulse': 3 } }
  const { jobId } = await startMass(admin, { level: 'account', selection: { filter: '' }, change })
  await work(jobId, abortSoon())
  const { changeSetId, state } = (await admin.get(`core/entity/bulk/${jobId}`)).body.data
  expect([state, changeSetId]).toEqual([20, expect.any(Number)])
  const early = await admin.post(`core/change-sets/${changeSetId}/undo`)
  expect(early).toMatchObject({ status: 409, body: { reason: 'undo.at_work' } })
  await work(jobId)
  const late = await admin.post(`core/change-sets/${changeSetId}/undo`)
  expect(late.body.data).toMatchObject({ undone: 1200, kept: [] })
})

it('numbers below zero stay what they are beside parents that an import creates', async () => {
  await defineField(admin, 'contact', 'balance', 'number')
  const file = 'e,n,a,s\nann@example.com,Ann,New company,-1\nbob@example.com,Bob,Another one,-2\n'
  const mapped = columns('email', 'name', 'account', 'balance').map((one) => ({
    ...one,
    createParents: one.target === 'account',
  }))
  const config = { uploadId: await upload(app, admin, 'below.csv', file), columns: mapped, key: ['email'] }
  const { body } = await admin.post('core/entity/bulk', {
    type: 'entityBulkUpload',
    level: 'contact',
    config,
  })
  await work(body.data.jobId)
  const { data } = await list(admin, 'contacts')
  const seen = data.map(({ globalFields, customFields }: Seen) => [
    globalFields.name,
    globalFields.account.name,
    customFields.balance,
  ])
  expect(new Set(seen)).toEqual(
    new Set([
      ['Ann', 'New company', -1],
      ['Bob', 'Another one', -2],
    ]),
  )
})
