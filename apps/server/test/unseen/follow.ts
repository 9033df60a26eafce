import { ended } from '../../src/modules/bulk/bulk.fixture.ts'
import { endedExport, fileOf } from '../../src/modules/export/export.fixture.ts'
import type { Client, TestApp } from '../harness.ts'

const outcomes = ['create', 'update', 'unchanged', 'conflict', 'refused']

/** The rows of a job, or of a part of one, as a caller reads them. */
async function readRows(client: Client, jobId: number): Promise<unknown[]> {
  const rows = await Promise.all(
    outcomes.map(async (outcome) => {
      const { status, body } = await client.get(`core/entity/bulk/${jobId}/rows?outcome=${outcome}`)
      return [status, body]
    }),
  )
  const errors = await client.get(`core/entity/bulk/${jobId}/errors.csv`)
  const items = await client.get(`core/entity/bulk/${jobId}/items`)
  return [rows, errors.status, String(errors.body), items.status, items.body]
}

/** A job that has ended, as a caller reads it: counts, causes, rows, and the file of its errors. */
async function readJob(client: Client, jobId: number): Promise<unknown[]> {
  const { counts, state, undo, causes, parts } = await ended(client, jobId)
  const rows: unknown[] = []
  for (const id of [jobId, ...parts.map((part) => part.jobId)]) rows.push(await readRows(client, id))
  return [counts, state, undo, causes, rows]
}

/** Calls that begin a job: what they are about shows when it has ended. */
export const startsJob = (operationId: string): boolean =>
  /^(previewBulk|previewBundle|startBulk|export(Organizations|Accounts|Contacts|Pipelines))$/.test(
    operationId,
  )

/** What comes of a job that a call began; nothing where it was refused. */
export async function outcomeOf(app: TestApp, client: Client, answer: string): Promise<string> {
  const started = /"(jobId|exportId)":(\d+)/.exec(answer)
  if (!started) return ''
  const id = Number(started[2])
  if (started[1] === 'jobId') return JSON.stringify(await readJob(client, id))
  await endedExport(client, id)
  return String(await fileOf(client, app.application.app, id))
}
