import type { Db } from '../../platform/db/database.ts'
import { deviceOf } from '../../platform/device.ts'
import { csvLine } from '../../platform/tabular/index.ts'
import { listEntries, type EntryFilter, type EntryRow } from './audit.store.ts'

const header = [
  'Number',
  'Time (UTC)',
  'Action',
  'Outcome',
  'Summary',
  'Actor kind',
  'Actor id',
  'Actor',
  'Subject kind',
  'Subject id',
  'Subject',
  'Address',
  'Device',
  'User agent',
  'Details',
]

function lineOf(row: EntryRow): string {
  const cells = [
    row.auditId,
    row.at.toISOString(),
    row.action,
    row.outcome,
    row.summary,
    row.actorKind,
    row.actorId,
    row.actorName,
    row.subjectKind,
    row.subjectId,
    row.subjectName,
    row.address,
    deviceOf(row.userAgent),
    row.userAgent,
    JSON.stringify(row.details),
  ]
  return csvLine(cells.map((cell) => String(cell ?? '')))
}

const batchSize = 1000

/**
 * The entries that the filter finds as lines of a CSV file, newest first, a batch at a time. The first batch
 * is read at once, so that a filter that the database refuses fails before anything is answered.
 */
export async function readAuditLines(
  db: Db,
  tenantId: number,
  filter: EntryFilter,
): Promise<AsyncGenerator<string>> {
  const read = (before?: number) => listEntries(db, tenantId, { ...filter, before, limit: batchSize })
  const first = await read()

  async function* lines(): AsyncGenerator<string> {
    yield csvLine(header)
    let rows = first
    while (rows.length > 0) {
      yield rows.map(lineOf).join('')
      rows = rows.length < batchSize ? [] : await read(rows.at(-1)?.auditId)
    }
  }
  return lines()
}

/** A file name with the time at which it was asked for. */
export function auditFileName(at: Date): string {
  return `steward-audit-${at.toISOString().slice(0, 19).replaceAll(':', '-')}.csv`
}
