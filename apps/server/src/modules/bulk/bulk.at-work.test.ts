import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { query } from '../../platform/db/database.ts'
import { createLedgerService } from '../ledger/ledger.service.ts'
import { upload } from '../sheet/sheet.fixture.ts'
import { defineField, list } from '../record/record.fixture.ts'
import { columns, everything, fileOf, type SendFile } from './bulk.fixture.ts'
import { startBulkUpdate } from './bulk.update.fixture.ts'
import { runJob } from './bulk.run.ts'
import { undoJob } from './bulk.undo.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
})
afterAll(() => app.stop())

const send: SendFile = (fileName, content) => upload(app, admin, fileName, content)

interface Seen {
  globalFields: { name: string; account: { name: string } }
  customFields: { balance: number }
}

/** Does a job's work, until the signal says that the process ends. */
const work = (jobId: number, signal: AbortSignal = new AbortController().signal): Promise<void> =>
  runJob(app.application.platform, app.application.modules, app.tenantId, jobId, signal)

/** A signal that fires after it has been asked some times. */
function abortAfter(times: number): AbortSignal {
  let asked = 0
  return {
    get aborted() {
      asked += 1
      return asked > times
    },
  } as AbortSignal
}

/** A signal that fires after it has been asked once. */
const abortSoon = (): AbortSignal => abortAfter(1)

it('a bulk update that is still going on is not undone, and one that has ended is', async () => {
  const { records } = app.application.modules
  const act = { action: 'create', at: app.clock.now() } as const
  await records.write(admin.actor, 2, act, () =>
    Array.from({ length: 1200 }, (_, n) => ({ kind: 'create' as const, values: { name: `Account ${n}` } })),
  )
  const change = { data: { 'system:pulse': 3 } }
  const { jobId } = await startBulkUpdate(admin, { level: 'account', selection: { filter: '' }, change })
  await work(jobId, abortSoon())
  const { changeSetId, state } = (await admin.get(`core/entity/bulk/${jobId}`)).body.data
  expect([state, changeSetId]).toEqual([20, expect.any(Number)])
  const early = await admin.post(`core/change-sets/${changeSetId}/undo`)
  expect(early).toMatchObject({ status: 409, body: { reason: 'undo.at_work' } })
  await work(jobId)
  const late = await admin.post(`core/change-sets/${changeSetId}/undo`)
  expect(late.body.data).toMatchObject({ undone: 1200, kept: [] })
})

it('the undo of a bulk update is not undone while it goes on, nor is the update undone by its change set', async () => {
  const change = { data: { 'system:pulse': 4 } }
  const { jobId } = await startBulkUpdate(admin, { level: 'account', selection: { filter: '' }, change })
  await work(jobId)
  await admin.post(`core/entity/bulk/${jobId}/undo`)
  const { platform, modules } = app.application
  const neighbours = { ...modules, ledger: createLedgerService(platform, modules) }
  const undoSome = (signal: AbortSignal) => undoJob(platform, neighbours, app.tenantId, jobId, signal)
  await undoSome(abortSoon())
  const sql = `select change_set_id as done, undo_change_set_id as undone from bulk_job
    where tenant_id = $1 and job_id = $2`
  const db = platform.database.tenant(app.tenantId)
  const [sets] = await query<{ done: number; undone: number }>(db, sql, [app.tenantId, jobId])
  const undo = (changeSetId?: number) => admin.post(`core/change-sets/${changeSetId}/undo`)
  for (const id of [sets?.done, sets?.undone]) {
    expect(await undo(id)).toMatchObject({ status: 409, body: { reason: 'undo.at_work' } })
  }
  await undoSome(new AbortController().signal)
  expect((await undo(sets?.undone)).body.data).toMatchObject({ undone: 1200, kept: [] })
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

it('an import of related files that is cut off continues in the file that it was at, and so does its undo', async () => {
  const before = await everything(admin)
  const parts = [
    await fileOf(send, 'account', 'externalId,name,organization', 'cut2,Cut site,Cut group'),
    await fileOf(send, 'organization', 'externalId,name', 'cut1,Cut group'),
  ]
  const { body } = await admin.post('core/entity/bulk', { type: 'bundle', parts })
  const { jobId } = body.data
  const jobNow = async () => (await admin.get(`core/entity/bulk/${jobId}`)).body.data
  // The first file is done before the process ends.
  await work(jobId, abortSoon())
  expect(await jobNow()).toMatchObject({ state: 20, parts: [{ state: 40 }, { state: 20 }] })
  expect((await admin.post(`core/entity/bulk/${jobId}/undo`)).body.reason).toBe('bulk.running')
  await work(jobId)
  expect(await jobNow()).toMatchObject({
    state: 40,
    counts: { create: 2 },
    parts: [{ state: 40 }, { state: 40 }],
  })

  await admin.post(`core/entity/bulk/${jobId}/undo`)
  const { platform, modules } = app.application
  const neighbours = { ...modules, ledger: createLedgerService(platform, modules) }
  await undoJob(platform, neighbours, app.tenantId, jobId, abortAfter(3))
  expect(await jobNow()).toMatchObject({ undo: { state: 10, undone: 1 } })
  await undoJob(platform, neighbours, app.tenantId, jobId, new AbortController().signal)
  expect(await jobNow()).toMatchObject({ undo: { state: 40, undone: 2, kept: 0 } })
  expect(await everything(admin)).toBe(before)
})
