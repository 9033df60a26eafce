import type { BulkFindings } from '@steward/contracts/bulk'
import type { CatalogueField } from '../field/index.ts'
import { internalIdKey, isExactId } from '../sheet/index.ts'
import type { MissingBatch } from './import.missing.ts'
import type { BatchResult, RowResult } from './import.plan.ts'
import { areUnrelatedNames } from './name.similarity.rules.ts'

const noneMissing = { unidentified: 0, missing: 0, missingChanged: 0 }

export const noFindings: BulkFindings = {
  moved: 0,
  following: 0,
  renamed: 0,
  renames: [],
  ...noneMissing,
  newAccounts: 0,
}

const shownRenames = 20

type Rename = BulkFindings['renames'][number]

/** A record that gets a name that has nothing in common with the one it has. */
function renameOf({ outcome, planned, draft }: RowResult): Rename[] {
  if (outcome !== 'update' || !planned || !('name' in planned.after)) return []
  const [before, after] = [planned.before['name'], planned.after['name']]
  if (typeof before !== 'string' || typeof after !== 'string' || planned.recordId === null) return []
  return areUnrelatedNames(before, after)
    ? [{ recordId: planned.recordId, line: draft.source.line, before, after }]
    : []
}

const isMoved = ({ outcome, planned }: RowResult): boolean =>
  outcome === 'update' &&
  planned !== null &&
  ('organizationId' in planned.after || 'accountId' in planned.after)

/** Whether a row may be about any record; one that repeats the header is about none. */
const isUnidentified = ({ draft }: RowResult): boolean =>
  draft.settled === 'refused' && draft.source.isHeader !== true

/** The findings of an import after one more batch. */
export function findingsAfter(
  before: BulkFindings,
  { rows, followed }: BatchResult,
  key: readonly CatalogueField[],
): BulkFindings {
  const moved = rows.filter(isMoved).length
  // Who is known by an email address or another text of their own may well be renamed; IDs are mixed up.
  const isById = key.some((field) => isExactId(field) || field.key === internalIdKey)
  const renames = isById ? rows.flatMap(renameOf) : []
  const unidentified = rows.filter(isUnidentified).length
  if (moved + followed + renames.length + unidentified === 0) return before
  return {
    ...before,
    unidentified: before.unidentified + unidentified,
    moved: before.moved + moved,
    following: before.following + followed,
    renamed: before.renamed + renames.length,
    renames: [...before.renames, ...renames].slice(0, shownRenames),
  }
}

/** The findings of an import after one more batch of records that no row names. */
export function findingsAfterMissing(before: BulkFindings, { planned }: MissingBatch): BulkFindings {
  const changed = planned.filter(({ outcome }) => outcome === 'update').length
  return {
    ...before,
    missing: before.missing + planned.length,
    missingChanged: before.missingChanged + changed,
  }
}
