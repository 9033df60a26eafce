import type { Client } from './client.ts'

export interface FileImport {
  level: 'organization' | 'account' | 'contact'
  /** The API names of the fields, in the order of the columns. */
  fields: string[]
  rows: string[][]
  /** Whether organizations that are named are made. */
  createParents?: boolean
}

/** The job of an import in Steward's answer. */
export interface ImportJob {
  jobId: number
  state: number
  failure: string | null
  counts: Record<string, number>
  undo: { state: number; undone: number; kept: number } | null
}

export const fileOf = ({ fields, rows }: FileImport): Buffer =>
  Buffer.from([fields, ...rows].map((row) => row.join(',')).join('\n'))

/** Announces a file and returns the id by which its bytes are sent. */
export async function announce(client: Client, bytes: Buffer): Promise<string> {
  const upload = await client.post('/core/entity/bulk/uploads', {
    fileName: 'rows.csv',
    size: bytes.byteLength,
  })
  return upload.data.uploadId
}

/** Starts the import of a file that was sent. */
export async function startImport(client: Client, uploadId: string, wish: FileImport): Promise<number> {
  const { level, fields, createParents } = wish
  const columns = fields.map((target, column) => ({
    column,
    target,
    ...(target === 'organization' ? { createParents } : {}),
  }))
  const config = { uploadId, columns, key: ['system:externalId'] }
  const { data } = await client.post('/core/entity/bulk', { type: 'entityBulkUpload', level, config })
  return data.jobId
}

/** Sends a file and starts its import; returns the id of the job. */
export async function importFile(client: Client, wish: FileImport): Promise<number> {
  const bytes = fileOf(wish)
  const uploadId = await announce(client, bytes)
  const { status, body } = await client.call('PATCH', `/core/entity/bulk/uploads/${uploadId}?offset=0`, bytes)
  if (status !== 200) throw new Error(`Sending a file answered ${status}: ${JSON.stringify(body)}`)
  return startImport(client, uploadId, wish)
}

export async function readJob(client: Client, jobId: number): Promise<ImportJob> {
  return (await client.get(`/core/entity/bulk/${jobId}`)).data
}
