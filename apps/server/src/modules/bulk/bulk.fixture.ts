import type { BulkJob, BulkPart } from '@steward/contracts/bulk'
import type { ImportConfig } from '@steward/contracts/sheet'
import { expect } from 'vitest'
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

/** Previews related files together. */
async function previewParts(client: Client, parts: readonly ImportInput[]): Promise<BulkJob> {
  const { body, status } = await client.post('core/entity/bulk/bundle/preview', { type: 'bundle', parts })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return ended(client, body.data.jobId)
}

/** Imports related files together. */
export async function runParts(client: Client, parts: readonly ImportInput[]): Promise<BulkJob> {
  const { body, status } = await client.post('core/entity/bulk', { type: 'bundle', parts })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return ended(client, body.data.jobId)
}

/** Columns in order, by the names of their fields; null leaves one out. */
export function columns(...targets: (string | null)[]): ImportConfig['columns'] {
  return targets.map((target, column) => ({ column, target }))
}

const plurals = {
  organization: 'organizations',
  account: 'accounts',
  contact: 'contacts',
  pipeline: 'pipelines',
} as const
export type LevelName = keyof typeof plurals

/** Uploads a file; answers its id. */
export type SendFile = (fileName: string, content: string) => Promise<string>

/** A file whose first line names the fields of its columns; the first of them is the key. */
export async function fileOf(
  send: SendFile,
  level: LevelName,
  ...lines: readonly string[]
): Promise<ImportInput> {
  const uploadId = await send(`${level}.csv`, lines.join('\n'))
  const targets = (lines[0] ?? '').split(',')
  return { level, config: { uploadId, columns: columns(...targets), key: targets.slice(0, 1) } }
}

export interface Listed {
  globalFields: Record<string, { name: string } | null> & { name: string }
  customFields: Record<string, unknown>
}

export async function listed(client: Client, level: LevelName): Promise<Listed[]> {
  return (await client.get(`core/${plurals[level]}?pageSize=200`)).body.data
}

/** Everything that people see of all records, without when they changed. */
export async function everything(client: Client): Promise<string> {
  const levels = await Promise.all(
    (Object.keys(plurals) as LevelName[]).map((level) => listed(client, level)),
  )
  return levels
    .flat()
    .map(({ globalFields, customFields }) =>
      JSON.stringify({ ...globalFields, ...customFields, updatedAt: null }),
    )
    .toSorted()
    .join('\n')
}

const told = ({ counts, findings, newParents, newOptions, causes, linksRows }: BulkPart) => ({
  counts,
  findings: { ...findings, renames: findings.renames.length },
  newParents,
  newOptions,
  causes,
  linksRows,
})

/** Previews and runs related files; both must say the same of every part, in every number. */
export async function bothParts(client: Client, parts: readonly ImportInput[]): Promise<BulkJob> {
  const before = await everything(client)
  const seen = await previewParts(client, parts)
  expect(seen.failure).toBeNull()
  expect(await everything(client)).toBe(before)
  const done = await runParts(client, parts)
  expect(done.failure).toBeNull()
  expect(done.parts.map(told)).toEqual(seen.parts.map(told))
  expect(done.counts).toEqual(seen.counts)
  return done
}

/** Undoes a whole import, of which nothing was edited since. */
export async function undoWhole(client: Client, { jobId }: BulkJob): Promise<void> {
  expect((await client.post(`core/entity/bulk/${jobId}/undo`)).status).toBe(200)
  expect((await ended(client, jobId)).undo).toMatchObject({ state: 40, kept: 0 })
}
