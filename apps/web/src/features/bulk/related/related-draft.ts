import { useState } from 'react'
import { levelOf, type LevelName } from '@steward/contracts/level'
import type { ImportConfig } from '@steward/contracts/sheet'
import { readStored, writeStored } from '../../../ui/storage.ts'
import type { BundlePart } from '../bulk.calls.ts'

/** One of the files, or a sheet of a workbook. */
export interface RelatedTable {
  uploadId: string
  fileName: string
  sheet: string | null
  /** The level of its rows; null for a table that is not imported. */
  level: LevelName | null
  /** The decisions about its columns; null until it has been mapped. */
  config: ImportConfig | null
}

/** Decisions about related files. They are saved for the tab, so that a reload loses nothing. */
export interface RelatedDraft {
  tables: readonly RelatedTable[]
  /** The last check, and what it checked. */
  checked: { jobId: number; asked: string } | null
}

export type ChangeRelated = (change: (before: RelatedDraft) => Partial<RelatedDraft>) => void

const emptyDraft: RelatedDraft = { tables: [], checked: null }
const storage = () => sessionStorage
const key = 'steward.import.related'

function readDraft(): RelatedDraft {
  try {
    return { ...emptyDraft, ...JSON.parse(readStored(key, storage) ?? '{}') }
  } catch {
    return emptyDraft
  }
}

export function useRelatedDraft(): [RelatedDraft, ChangeRelated] {
  const [draft, setDraft] = useState(readDraft)
  return [
    draft,
    (change) =>
      setDraft((before) => {
        const next = { ...before, ...change(before) }
        writeStored(key, JSON.stringify(next), storage)
        return next
      }),
  ]
}

/** Forgets the files, once they are imported. */
export function forgetRelated(): void {
  writeStored(key, null, storage)
}

/** By what a file or a sheet is known. */
export const tableKey = ({ uploadId, sheet }: Pick<RelatedTable, 'uploadId' | 'sheet'>): string =>
  sheet === null ? uploadId : `${uploadId}:${sheet}`

export const tableName = ({ fileName, sheet }: RelatedTable): string =>
  sheet === null ? fileName : `${sheet} in ${fileName}`

/** A table whose rows are imported. */
export type ImportedTable = RelatedTable & { level: LevelName }

/** The tables that are imported, in the order in which they are: parents come before what belongs to them. */
export const importedTables = ({ tables }: RelatedDraft): ImportedTable[] =>
  tables
    .filter((table): table is ImportedTable => table.level !== null)
    .toSorted((a, b) => levelOf(a.level).id - levelOf(b.level).id)

/** The parts that the server imports; null until every file has been mapped. */
export function partsOf(draft: RelatedDraft): BundlePart[] | null {
  const tables = importedTables(draft)
  const parts = tables.flatMap(({ level, config }) => (config ? [{ level, config }] : []))
  return parts.length > 0 && parts.length === tables.length ? parts : null
}

/** The draft with another table in the place of one. */
export function withTable(
  { tables }: RelatedDraft,
  table: RelatedTable,
  change: Partial<RelatedTable>,
): Pick<RelatedDraft, 'tables'> {
  return { tables: tables.map((one) => (tableKey(one) === tableKey(table) ? { ...one, ...change } : one)) }
}
