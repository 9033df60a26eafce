import {
  bulkStates,
  type BulkFindings,
  type BulkJob,
  type BulkPart,
  type bulkItemSchema,
  type previewRowSchema,
} from '@steward/contracts/bulk'
import { bulkItemStatuses } from '@steward/contracts/plain/bulk-kind'
import type { z } from 'zod'
import { noFindings } from '../record-import/index.ts'
import type { UserDirectory } from '../user-management/index.ts'
import type { Item } from './bulk-item.store.ts'
import type { JobRow } from './bulk.store.ts'

const stateNames = new Map<number, string>(Object.entries(bulkStates).map(([name, id]) => [id, name]))

const rowsTotalOf = ({ rowsInFile, rowsTotal }: JobRow): number | null => rowsInFile ?? rowsTotal

function paceOf(job: JobRow): Pick<BulkJob, 'rowsPerSecond' | 'secondsLeft'> {
  if (job.rowsRead === 0 || job.workedMs === 0) return { rowsPerSecond: null, secondsLeft: null }
  const perSecond = (job.rowsRead / job.workedMs) * 1000
  const left =
    job.state === bulkStates.Processing && rowsTotalOf(job) !== null
      ? Math.max(0, (rowsTotalOf(job) ?? 0) - job.rowsRead)
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

/** Whether a cause is not one of the whole row, of which the first part of the file speaks. */
function isOfLinks(field: string | null, { config }: JobRow): boolean {
  return field !== null && !config.key.includes(field)
}

const starterOf = ({ userId }: JobRow, { byId }: UserDirectory): BulkPart['by'] => ({
  id: userId,
  name: byId.get(userId)?.name ?? 'Former user',
})

/** A job, or a part of one, by itself. */
function presentPart(job: JobRow, users: UserDirectory): BulkPart {
  const { created, updated, unchanged, conflict, refused } = job
  return {
    jobId: job.jobId,
    ...describe(job),
    state: job.state,
    stateName: stateNames.get(job.state) ?? '',
    preview: job.preview,
    level: job.level,
    sheet: job.config.settings?.sheet ?? null,
    by: starterOf(job, users),
    createdAt: job.createdAt.toISOString(),
    startedAt: job.startedAt?.toISOString() ?? null,
    finishedAt: job.finishedAt?.toISOString() ?? null,
    rowsRead: job.rowsRead,
    rowsTotal: rowsTotalOf(job),
    isRowsTotalExact: job.rowsInFile !== null || job.uploadId === null || job.state >= bulkStates.Stopped,
    ...paceOf(job),
    counts: { create: created, update: updated, unchanged, conflict, refused },
    newOptions: job.newOptions,
    newParents: job.newParents,
    newFields: job.config.newFields,
    causes: job.linksRows ? job.causes.filter(({ field }) => isOfLinks(field, job)) : job.causes,
    findings: { ...noFindings, newAccounts: null, ...job.findings },
    failure: job.failure,
    changeSetId: job.changeSetId,
    undo: undoOf(job),
    linksRows: job.linksRows,
  }
}

const sum = (parts: readonly BulkPart[], of: (part: BulkPart) => number): number =>
  parts.reduce((total, part) => total + of(part), 0)

function findingsOf(parts: readonly BulkPart[]): BulkFindings {
  const total = (of: (findings: BulkFindings) => number) => sum(parts, ({ findings }) => of(findings))
  return {
    moved: total(({ moved }) => moved),
    following: total(({ following }) => following),
    renamed: total(({ renamed }) => renamed),
    renames: parts.flatMap(({ findings }) => findings.renames),
    unidentified: total(({ unidentified }) => unidentified),
    missing: total(({ missing }) => missing),
    missingChanged: total(({ missingChanged }) => missingChanged),
    newAccounts: parts.some(({ findings }) => findings.newAccounts === null)
      ? null
      : total(({ newAccounts }) => newAccounts ?? 0),
  }
}

/** The sum of the parts of related files. Rows count once, where a second part links them. */
function sumOf(all: readonly BulkPart[]): Partial<BulkPart> {
  const parts = all.filter(({ linksRows }) => !linksRows)
  const count = (outcome: keyof BulkPart['counts']) => sum(parts, ({ counts }) => counts[outcome])
  const isCounted = parts.every(({ rowsTotal }) => rowsTotal !== null)
  return {
    rowsRead: sum(parts, ({ rowsRead }) => rowsRead),
    rowsTotal: isCounted ? sum(parts, ({ rowsTotal }) => rowsTotal ?? 0) : null,
    isRowsTotalExact: parts.every(({ isRowsTotalExact }) => isRowsTotalExact),
    counts: {
      create: count('create'),
      update: count('update'),
      unchanged: count('unchanged'),
      conflict: count('conflict'),
      refused: count('refused'),
    },
    newOptions: parts.flatMap(({ newOptions }) => newOptions),
    newParents: sum(parts, ({ newParents }) => newParents),
    newFields: parts.flatMap(({ newFields }) => newFields),
    causes: all.flatMap(({ causes }) => causes),
    findings: findingsOf(parts),
  }
}

function undoneSum({ undo }: BulkPart, parts: readonly BulkPart[]): BulkPart['undo'] {
  const undoneOf = (linking: boolean) =>
    sum(
      parts.filter(({ linksRows }) => linksRows === linking),
      (part) => part.undo?.undone ?? 0,
    )
  // Records that were created and linked go back once.
  const undone = Math.max(undoneOf(false), undoneOf(true))
  return undo && { ...undo, undone, kept: sum(parts, (part) => part.undo?.kept ?? 0) }
}

/** A job as the API sends it. */
export function presentJob(job: JobRow, users: UserDirectory, rows: readonly JobRow[] = []): BulkJob {
  const parts = rows.map((part) => presentPart(part, users))
  const alone = presentPart(job, users)
  const whole = job.isBundle ? { ...alone, ...sumOf(parts), undo: undoneSum(alone, parts) } : alone
  return { ...whole, parts, isPart: job.bundleId !== null }
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
