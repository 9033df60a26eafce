import type { BulkCause, BulkJob } from '@steward/contracts/bulk'
import { bulkTypes, shownOutcomes, type ShownOutcome } from '@steward/contracts/plain/bulk-kind'
import { levelOf } from '@steward/contracts/level'
import type { LevelField } from '../../entities/field/index.ts'
import { numberText } from '../../ui/reader.ts'

const plurals = new Map([['person', 'people']])

/** 1 row, 1,204 rows. */
export function countText(count: number, noun: string): string {
  return `${numberText(count)} ${count === 1 ? noun : (plurals.get(noun) ?? `${noun}s`)}`
}

/** By what a file of an import, or a sheet of it, is known. */
export const fileText = ({ fileName, sheet }: Pick<BulkJob, 'fileName' | 'sheet'>): string =>
  sheet === null ? (fileName ?? '') : `${sheet} in ${fileName}`

/** Rows that name other rows of their file, and whose records are linked to them. */
export function linkedRows({ parts }: BulkJob): number {
  return parts.filter(({ linksRows }) => linksRows).reduce((sum, { counts }) => sum + counts.update, 0)
}

/** The rows that an import changes something with. */
export function importableRows(job: BulkJob): number {
  const { create, update } = job.counts
  return create + update > 0 ? create + update : linkedRows(job)
}

/** How many rows have an outcome, or how many records no row names. */
export function outcomeCount({ counts, findings }: BulkJob, outcome: ShownOutcome): number {
  return outcome === 'missing' ? findings.missing : counts[outcome]
}

/** The outcomes of an import; records that no row names only where they were asked for and found. */
export function outcomesOf(job: BulkJob): readonly ShownOutcome[] {
  return shownOutcomes.filter((outcome) => outcome !== 'missing' || job.findings.missing > 0)
}

export function problemRows({ counts }: BulkJob): number {
  return counts.conflict + counts.refused
}

/** The organizations and accounts that an import makes for its records, as `2 organizations and 1 account`. */
export function newParentsText({ level, newParents, findings }: BulkJob, adjective = ''): string {
  const accounts = level === 2 ? 0 : findings.newAccounts
  if (accounts === null) return countText(newParents, `${adjective}parent`)
  const counts = [
    [newParents - accounts, 'organization'],
    [accounts, 'account'],
  ] as const
  const made = counts.filter(([count]) => count > 0)
  return made.map(([count, noun]) => countText(count, `${adjective}${noun}`)).join(' and ')
}

/** The noun for the records of a job: that of their level, unless there are several. */
export function recordNoun(job: BulkJob): string {
  return job.newParents > 0 || job.parts.some(({ level }) => level !== job.level)
    ? 'record'
    : levelOf(job.level).name
}

/** What a job is called in a sentence. */
export function jobNoun({ type }: BulkJob): 'update' | 'import' {
  return type === bulkTypes.massUpdate ? 'update' : 'import'
}

/** What a job is known by: what it does, or the file it came from. */
export function jobTitle({ label, fileName, typeName }: BulkJob): string {
  return label ?? fileName ?? typeName
}

/** What is happening while a job runs, for its progress. */
export function jobDoing(job: BulkJob): string {
  const what = job.label ?? job.fileName ?? 'rows'
  return jobNoun(job) === 'update' ? `Updating: ${what}` : `Importing ${what}`
}

/** What a job works through: the rows of a file, or chosen records. */
export function rowNoun({ label }: BulkJob): 'row' | 'record' {
  return label === null ? 'row' : 'record'
}

export const outcomeWords: Record<ShownOutcome, { planned: string; done: string; empty: string }> = {
  create: { planned: 'Create', done: 'Created', empty: 'No rows create a record.' },
  update: { planned: 'Update', done: 'Updated', empty: 'No rows update a record.' },
  unchanged: {
    planned: 'Unchanged',
    done: 'Unchanged',
    empty: 'No rows without changes.',
  },
  conflict: { planned: 'Conflict', done: 'Conflict', empty: 'No ambiguous rows.' },
  refused: { planned: 'Rejected', done: 'Rejected', empty: 'No rejected rows.' },
  missing: { planned: 'Not in the file', done: 'Not in the file', empty: 'Every record is in the file.' },
}

/** 45 s, 3 min, 1 h 20 min. */
export function durationText(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** What comes of the rows or cells of a cause. */
export function causeTitle({ outcome, count, message }: BulkCause, field: LevelField | undefined): string {
  if (outcome !== 'leftOut') {
    const isOfField = field !== undefined && message.startsWith(`${field.displayName}: `)
    return `${countText(count, 'row')} skipped${isOfField ? ` because of ${field.displayName}` : ''}.`
  }
  return `${countText(count, 'value')} of ${field?.displayName ?? 'a field'} left out.`
}

/** Why, beside the title, which has named the field. The message is about the first of several values. */
export function causeReason({ message, values }: BulkCause, field: LevelField | undefined): string {
  const prefix = `${field?.displayName}: `
  const reason = message.startsWith(prefix) ? message.slice(prefix.length) : message
  if (values.length > 1) return `For example, ${reason}`
  return reason.charAt(0).toUpperCase() + reason.slice(1)
}
