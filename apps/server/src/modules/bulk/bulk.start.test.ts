import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { upload } from '../sheet/sheet.fixture.ts'
import { columns, ended, none, run } from './bulk.fixture.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  await app.application.startWorker()
})
afterAll(() => app.stop())

async function accountBy(externalId: string) {
  const found = await admin.get(`core/entity?levels=account&externalId=${externalId}`)
  return (await admin.get(`core/accounts/${found.body.data[0].id}`)).body.data
}

describe('jobs without a file', () => {
  it('imports rows in JSON and updates records by their ids', async () => {
    const data = [
      { externalId: 'j1', name: 'Json', owners: [admin.actor.userId] },
      { externalId: 'j2', name: 'Bad', nothing: 1 },
    ]
    const done = await run(admin, { level: 'account', config: { columns: [], key: ['externalId'] }, data })
    expect(done.counts).toEqual({ ...none, create: 1, refused: 1 })
    const items = await admin.get(`core/entity/bulk/${done.jobId}/items?status=10,30`)
    expect(items.body.data).toMatchObject([
      {
        status: 10,
        update_body: { externalId: 'j2', nothing: 1 },
        failure_reason: {
          failures: [{ field: 'nothing', message: 'Unknown field "nothing".' }],
        },
      },
    ])
    const { accountId } = await accountBy('j1')
    const changes = [
      { id: accountId, data: { name: 'Renamed', about: null } },
      { id: 987654, data: { name: 'Nobody' } },
    ]
    const update = await admin.post('core/entity/bulk', { type: 'entity', level: 2, data: changes })
    expect(update.body.message).toBe('You will be notified on completion; refresh the app.')
    const ends = await ended(admin, update.body.data.jobId)
    expect(ends).toMatchObject({
      type: 10,
      typeName: 'PreparedUpdate Update',
      counts: { update: 1, refused: 1 },
    })
    const pulses = { type: 'pulse', level: 'account', data: [{ id: accountId, data: { 'system:pulse': 5 } }] }
    const pulse = await admin.post('core/entity/bulk', pulses)
    expect((await ended(admin, pulse.body.data.jobId)).counts).toEqual({ ...none, update: 1 })
    expect((await accountBy('j1')).globalFields).toMatchObject({ name: 'Renamed', pulse: 5 })
    const other = { type: 'pulse', level: 'account', data: [{ id: accountId, data: { name: 'X' } }] }
    expect((await admin.post('core/entity/bulk', other)).status).toBe(400)
  })

  it('refuses a configuration that cannot work', async () => {
    const uploadId = await upload(app, admin, 'x.csv', 'a,b\n1,2\n')
    const bad = [
      { columns: columns('nothing', 'name') },
      { columns: columns('system:health', 'name') },
      { columns: columns('pulse', 'system:pulse') },
      { columns: columns(null, null) },
      { columns: columns('name', null), key: ['externalId'] },
      { columns: columns('name', null), mode: 'update' },
      { columns: columns('name'), defaults: { about: 7 } },
    ]
    for (const config of bad) {
      const answer = await admin.post('core/entity/bulk/preview', {
        level: 'account',
        config: { uploadId, ...config },
      })
      expect(answer.status, JSON.stringify(config)).toBe(400)
    }
    const wide = await run(admin, {
      level: 'account',
      config: { uploadId, columns: [{ column: 7, target: 'name' }] },
    })
    expect(wide).toMatchObject({
      state: 30,
      failure: 'Column 8 is matched, but the file has 2. Match the columns again.',
    })
  })
})

it('knows from the start how many rows a file has that its preview has read', async () => {
  const lines = Array.from({ length: 1234 }, (_, at) => `Row ${at}`)
  const uploadId = await upload(app, admin, 'rows.csv', ['Name', ...lines].join('\n'))
  const input = { level: 'account', config: { uploadId, columns: columns('name'), key: [] } }
  const first = await admin.post('core/entity/bulk/preview', input)
  expect(first.body.data).toMatchObject({ rowsTotal: null, isRowsTotalExact: false })
  expect(await ended(admin, first.body.data.jobId)).toMatchObject({ rowsTotal: 1234, isRowsTotalExact: true })
  const started = await admin.post('core/entity/bulk', { type: 'entityBulkUpload', ...input })
  expect(started.body.data).toMatchObject({ rowsRead: 0, rowsTotal: 1234, isRowsTotalExact: true })
  await ended(admin, started.body.data.jobId)
  // Read in another way, the file may have another number of rows.
  const otherwise = {
    ...input,
    config: {
      ...input.config,
      settings: { format: 'csv', encoding: 'utf-8', delimiter: ',', quote: '"', header: true, skipLines: 2 },
    },
  }
  const other = await admin.post('core/entity/bulk/preview', otherwise)
  expect(other.body.data).toMatchObject({ rowsTotal: null, isRowsTotalExact: false })
  await ended(admin, other.body.data.jobId)
})

it('knows the rows of a file from its first check on, once they were read for suggestions', async () => {
  const lines = Array.from({ length: 1234 }, (_, at) => `Row ${at},${at === 1233 ? 'many' : at}`)
  const uploadId = await upload(app, admin, 'seen.csv', ['Name,Seats', ...lines, ''].join('\n'))
  const seen = await admin.post(`core/entity/bulk/uploads/${uploadId}/detect`, { level: 'account' })
  const { settings, estimatedRows } = seen.body.data
  expect(estimatedRows).toBe(1234)
  const config = { uploadId, settings, columns: columns('name', null), key: [] }
  const check = await admin.post('core/entity/bulk/preview', { level: 'account', config })
  expect(check.body.data).toMatchObject({ rowsRead: 0, rowsTotal: 1234, isRowsTotalExact: true })
  expect(await ended(admin, check.body.data.jobId)).toMatchObject({ rowsRead: 1234, rowsTotal: 1234 })
})
