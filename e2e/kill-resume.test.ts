import { afterAll, beforeAll, expect, test } from 'vitest'
import { byLength } from '../apps/server/test/length.ts'
import { signInByApi, type Client } from './client.ts'
import { withDatabase } from './people.ts'
import { startServer, type Server } from './server.ts'

const rows = Number(process.env['IMPORT_ROWS'] ?? byLength(30_000, 200_000))
/** Milliseconds that the slowest half of an import may take. */
const patience = 100_000 + rows / 2

let server: Server

beforeAll(async () => {
  server = await startServer()
})

afterAll(async () => {
  await server?.stop()
})

interface Job {
  jobId: number
  state: number
  rowsRead: number
  counts: Record<string, number>
  failure: string | null
}

interface Detection {
  uploadId: string
  settings: object
  columns: { column: number; target: string | null }[]
}

function contactsFile(): Uint8Array<ArrayBuffer> {
  const lines = Array.from(
    { length: rows },
    (_, at) => `C-${at},Contact number ${at},contact-${at}@example.com`,
  )
  return Buffer.from(['External ID,Name,Email', ...lines].join('\n'))
}

/** Starts an import of the file and returns the id of its job. */
async function startImport(client: Client, bytes: Uint8Array<ArrayBuffer>): Promise<number> {
  const uploads = '/core/entity/bulk/uploads'
  const announced = { fileName: 'contacts.csv', size: bytes.byteLength }
  const { data: upload } = await client.post<{ data: { uploadId: string } }>(uploads, announced)
  await client.sendFile(upload.uploadId, bytes)
  const { data: detected } = await client.post<{ data: Detection }>(`${uploads}/${upload.uploadId}/detect`, {
    level: 'contact',
  })
  const config = {
    uploadId: detected.uploadId,
    settings: detected.settings,
    columns: detected.columns.map(({ column, target }) => ({ column, target })),
    key: ['system:externalId'],
  }
  const body = { type: 'entityBulkUpload', level: 'contact', config }
  return (await client.post<{ data: Job }>('/core/entity/bulk', body)).data.jobId
}

const readJob = async (client: Client, jobId: number) =>
  (await client.get<{ data: Job }>(`/core/entity/bulk/${jobId}`)).data

test(
  `an import of ${rows.toLocaleString('en-US')} contacts goes on after the process was killed, with no row twice`,
  { timeout: 2.4 * patience },
  async () => {
    const before = await signInByApi(server)
    const jobId = await startImport(before, contactsFile())
    await expect
      .poll(async () => (await readJob(before, jobId)).rowsRead, { timeout: patience, interval: 50 })
      .toBeGreaterThan(rows * 0.3)
    await server.kill()

    const written = await withDatabase(server, (client) =>
      client.query('select count(*)::int as n from record'),
    )
    expect(written.rows[0]?.n).toBeLessThan(rows)
    await server.restart()

    const after = await signInByApi(server)
    await expect
      .poll(async () => (await readJob(after, jobId)).state, { timeout: patience, interval: 200 })
      .toBeGreaterThanOrEqual(30)
    const job = await readJob(after, jobId)
    expect(job).toMatchObject({ state: 40, failure: null, rowsRead: rows })
    expect(job.counts).toEqual({ create: rows, update: 0, unchanged: 0, conflict: 0, refused: 0 })
    const { totalItemCount } = await after.get<{ totalItemCount: number }>('/core/contacts?pageSize=1')
    expect(totalItemCount).toBe(rows)
    const distinct = await withDatabase(server, (client) =>
      client.query('select count(*)::int as n, count(distinct external_id)::int as ids from record'),
    )
    expect(distinct.rows[0]).toEqual({ n: rows, ids: rows })
  },
)
