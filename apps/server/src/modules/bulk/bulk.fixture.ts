import type { BulkJob } from '@steward/contracts/bulk'
import type { ImportConfig } from '@steward/contracts/sheet'
import type { Client } from '../../../test/harness.ts'

/** The counts of a job that did nothing. */
export const none = { create: 0, update: 0, unchanged: 0, conflict: 0, refused: 0 }

export interface ImportInput {
  level: string
  config: Partial<ImportConfig> & Pick<ImportConfig, 'columns'>
}

/** Waits until a job has ended, its undo included. */
export async function ended(client: Client, jobId: number): Promise<BulkJob> {
  for (;;) {
    const { body } = await client.get(`core/entity/bulk/${jobId}`)
    const job = body.data as BulkJob
    if (job.state >= 30 && (job.undo === null || job.undo.state >= 30)) return job
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

export async function preview(client: Client, input: ImportInput): Promise<BulkJob> {
  const { body, status } = await client.post('core/entity/bulk/preview', input)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return ended(client, body.data.jobId)
}

export async function run(client: Client, input: ImportInput & { data?: unknown[] }): Promise<BulkJob> {
  const { body, status } = await client.post('core/entity/bulk', { type: 'entityBulkUpload', ...input })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return ended(client, body.data.jobId)
}

/** Columns in order, by the names of their fields; null leaves one out. */
export function columns(...targets: (string | null)[]): ImportConfig['columns'] {
  return targets.map((target, column) => ({ column, target }))
}
