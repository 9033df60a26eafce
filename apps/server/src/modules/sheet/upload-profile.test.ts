import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { upload } from './sheet.fixture.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  await app.application.startWorker()
})
afterAll(() => app.stop())

const rows = 60_000
const filler = 'a note that makes the file long enough to be read by a job '.repeat(2)

function longFile(): string {
  const lines = ['ClientName,ClientId,Seats,Renewal,Postal Code,Notes']
  for (let row = 1; row <= rows; row += 1) {
    const isLast = row === rows
    // Blank until the second half, as no look at the first rows can see.
    const renewal = row > rows / 2 ? '2026-03-14' : ''
    const id = row === 7 ? 6 : row
    lines.push(
      `Client ${row},C${id},${isLast ? 'many' : row % 90},${renewal},${isLast ? '01067' : 10_000},${filler}`,
    )
  }
  return lines.join('\n')
}

async function detect(uploadId: string) {
  const { status, body } = await admin.post(`core/entity/bulk/uploads/${uploadId}/detect`, {
    level: 'account',
  })
  expect(status).toBe(200)
  return body.data
}

/** The settings with which a file is read, as they are noted, once that reading has ended. */
async function settingsAsked(uploadId: string): Promise<string> {
  await vi.waitFor(async () => expect((await detect(uploadId)).reading).toBeNull(), {
    timeout: 60_000,
    interval: 200,
  })
  const found = await app.application.platform.database.owner.query<{ settings: string }>(
    'select profile_settings as settings from upload where upload_id = $1',
    [uploadId],
  )
  return found.rows[0]?.settings ?? ''
}

it('reads a long file to its end before it says what is in the columns', async () => {
  const uploadId = await upload(app, admin, 'clients.csv', longFile())
  expect((await detect(uploadId)).reading).toMatchObject({ share: expect.any(Number) })
  const whole = await vi.waitFor(
    async () => {
      const seen = await detect(uploadId)
      expect(seen.reading).toBeNull()
      return seen
    },
    { timeout: 60_000, interval: 200 },
  )
  expect(whole.estimatedRows).toBe(rows)
  expect(whole.columns).toMatchObject([
    { name: 'ClientName', target: 'name', filled: rows, repeats: 0 },
    // One of its values is there twice, so it is no longer sure to be an external ID.
    { name: 'ClientId', repeats: 1, distinct: rows - 1, offer: { target: 'system:externalId' } },
    { name: 'Seats', dataType: 'number', misfits: { count: 1 } },
    { name: 'Renewal', dataType: 'date', filled: rows / 2, fieldName: 'Renewal' },
    { name: 'Postal Code', dataType: 'string' },
    { name: 'Notes', distinct: 1, target: 'about' },
  ])
  expect(whole).toMatchObject({ key: ['name'], keyNote: { isUnique: true, duplicates: 0, blank: 0 } })
})

it('says what about a long file cannot be read, and with which line', async () => {
  const text = `${longFile()}\n"never closed,1,2,3,4,5\n`
  const uploadId = await upload(app, admin, 'broken.csv', text)
  await vi.waitFor(
    async () => {
      const answer = await admin.post(`core/entity/bulk/uploads/${uploadId}/detect`, { level: 'account' })
      expect(answer.status).toBe(400)
      expect(answer.body.fields.file).toMatch(
        /^Line 60002: a quote \("\) opens in cell 1 and is never closed/,
      )
    },
    { timeout: 60_000, interval: 200 },
  )
})

it('says so where the reading of a file was killed ten times', async () => {
  const { modules, platform } = app.application
  const { owner } = platform.database
  const uploadId = await upload(app, admin, 'killed.csv', longFile())
  const settings = await settingsAsked(uploadId)
  const end = modules.modules.flatMap(({ abandoned }) => abandoned?.['upload.profile'] ?? [])[0]
  await owner.query(
    `update upload set profile_settings = $2, profile_share = 0.4, profile = null where upload_id = $1`,
    [uploadId, settings],
  )
  const payload = { tenantId: app.tenantId, uploadId, settings, width: 6 }
  await end?.({ ...payload, settings: '{"other":true}' })
  expect((await detect(uploadId)).reading).toMatchObject({ share: 0.4 })
  await end?.(payload)
  const answer = await admin.post(`core/entity/bulk/uploads/${uploadId}/detect`, { level: 'account' })
  expect(answer.status).toBe(400)
  expect(answer.body.fields.file).toMatch(/^The server stopped while it read this file/)
})

it('reads a file on while how far it has come cannot be noted', async () => {
  const { owner } = app.application.platform.database
  await owner.query(
    `create function refuse_notes() returns trigger language plpgsql as $$ begin raise 'away'; end $$;
     create trigger refuse_notes before update on upload for each row
     when (new.profile is null and old.profile_settings = new.profile_settings) execute function refuse_notes()`,
  )
  try {
    const uploadId = await upload(app, admin, 'away.csv', longFile())
    const { rows: jobs } = await owner.query('select max(id) as last from graphile_worker._private_jobs')
    await settingsAsked(uploadId)
    const failed = await owner.query(
      `select from graphile_worker._private_jobs where id > coalesce($1, 0) and last_error is not null`,
      [jobs[0]?.last],
    )
    expect(failed.rows).toEqual([])
  } finally {
    await owner.query('drop function refuse_notes cascade')
  }
})

it('reads a file again when it is to be read in another way', async () => {
  const uploadId = await upload(app, admin, 'again.csv', longFile())
  const ask = (settings: object) =>
    admin.post(`core/entity/bulk/uploads/${uploadId}/detect`, { level: 'account', settings })
  await ask({})
  await vi.waitFor(
    async () => {
      const { data } = (await ask({ header: false })).body
      expect(data.reading).toBeNull()
      expect(data.estimatedRows).toBe(rows + 1)
    },
    { timeout: 60_000, interval: 200 },
  )
})
