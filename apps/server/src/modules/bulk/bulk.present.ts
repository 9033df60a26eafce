import { bulkStates, type BulkJob, type bulkItemSchema, type previewRowSchema } from '@steward/contracts/bulk'
import { bulkItemStatuses } from '@steward/contracts/plain/bulk-kind'
import type { z } from 'zod'
import { noFindings } from '../record-import/index.ts'
import type { UserDirectory } from '../user-management/index.ts'
import type { Item } from './bulk-item.store.ts'
import type { JobRow } from './bulk.store.ts'

const stateNames = new Map<number, string>(Object.entries(bulkStates).map(([name, id]) => [id, name]))

function paceOf(job: JobRow): Pick<BulkJob, 'rowsPerSecond' | 'secondsLeft'> {
  if (job.rowsRead === 0 || job.workedMs === 0) return { rowsPerSecond: null, secondsLeft: null }
  const perSecond = (job.rowsRead / job.workedMs) * 1000
  const left =
    job.state === bulkStates.Processing && job.rowsTotal !== null
      ? Math.max(0, job.rowsTotal - job.rowsRead)
      : null
  return {
    rowsPerSecond: Math.round(perSecond * 10) / 10,
    secondsLeft: left === null ? null : Math.ceil(left / perSecond),
  }
}

function describe({
  type,
  fileName,
  bulkUpdate,
}: JobRow): Pick<BulkJob, 'type' | 'typeName' | 'fileName' | 'label'> {
  const typeName = type === 10 ? 'PreparedUpdate Update' : 'Bulk Upload'
  return { type, typeName, fileName, label: bulkUpdate?.label ?? null }
}

function undoOf({ undoState, undone, kept, undoFailure }: JobRow): BulkJob['undo'] {
  if (undoState === null) return null
  return { state: undoState, undone, kept, ...(undoFailure === null ? {} : { failure: undoFailure }) }
}

/** A job as the API sends it. */
export function presentJob(job: JobRow, users: UserDirectory): BulkJob {
  const { created, updated, unchanged, conflict, refused } = job
  return {
    jobId: job.jobId,
    ...describe(job),
    state: job.state,
    stateName: stateNames.get(job.state) ?? '',
    preview: job.preview,
    level: job.level,
    by: { id: job.userId, name: users.byId.get(job.userId)?.name ?? 'Somebody' },
    createdAt: job.createdAt.toISOString(),
    startedAt: job.startedAt?.toISOString() ?? null,
    finishedAt: job.finishedAt?.toISOString() ?? null,
    rowsRead: job.rowsRead,
    rowsTotal: job.rowsTotal,
    ...paceOf(job),
    counts: { create: created, update: updated, unchanged, conflict, refused },
    newOptions: job.newOptions,
    newParents: job.newParents,
    newFields: job.config.newFields,
    causes: job.causes,
    findings: { ...noFindings, ...job.findings },
    failure: job.failure,
    changeSetId: job.changeSetId,
    undo: undoOf(job),
  }
}

type BulkItem = z.output<typeof bulkItemSchema>
type PreviewRow = z.output<typeof previewRowSchema>

const statusOf = {
  create: 'done',
  update: 'done',
  unchanged: 'done',
  conflict: 'conflict',
  refused: 'refused',
  missing: 'done',
} as const

/** The cells of a row by the names of their columns; cells beyond the header have numbers. */
function bodyOf(item: Item, header: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    item.body.flatMap((cell, at) => (cell === null ? [] : [[header[at] ?? `Column ${at + 1}`, cell]])),
  )
}

export function presentItem(item: Item, header: readonly string[]): BulkItem {
  return {
    row: item.row,
    line: item.line,
    status: bulkItemStatuses[statusOf[item.outcome]],
    recordId: item.recordId,
    update_body: bodyOf(item, header),
    failure_reason: { failures: [...item.problems] },
  }
}

export function presentRow(item: Item): PreviewRow {
  const { row, line, outcome, recordId, name } = item
  return { row, line, outcome, recordId, name, changes: [...item.changes], problems: [...item.problems] }
}
