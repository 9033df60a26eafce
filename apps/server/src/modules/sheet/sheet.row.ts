import { hasForbiddenCharacters } from '@steward/contracts/value'
import type { UnreadCell } from '../../platform/tabular/index.ts'
import { isFault } from '../data-type/index.ts'
import type { CatalogueField } from '../field/index.ts'
import { withPrimaryOwner, type Problem, type Values } from '../record/index.ts'
import { isExactId, isLookup, keyTextOf, type CellValue, type ColumnReader } from './sheet.column.ts'
import { createKeySet, hashKey, type KeySet } from './sheet.key.ts'

/** A row as it came: cells of a file as text, values of JSON as they are. */
export interface SourceRow {
  /** Counted from 1, without the header. */
  row: number
  /** The line in the file. */
  line: number
  cells: readonly unknown[]
  /** A sentence where the row does not fit the table. */
  problem?: string
  /** Whether it is the header once more. */
  isHeader?: true
  /** Cells whose value the file does not hold. */
  unread?: readonly UnreadCell[]
}

/** A cell that could not be read as its field. */
export interface BadCell {
  /** The API name of the field. */
  field: string
  text: string
  message: string
  /** Whether the row goes without it. */
  isLeftOut: boolean
}

/** A row whose cells have been read, before it is known which record it is about. */
export interface Draft {
  source: SourceRow
  values: Values
  /** Names of other records, by the readers of their columns. */
  lookups: { reader: ColumnReader; text: string; isDispensable: boolean }[]
  problems: Problem[]
  /** Cells that could not be read; those that are not left out are among the problems as well. */
  unread: BadCell[]
  /** What settles the row whatever the database holds. */
  settled: 'refused' | 'conflict' | null
}

export interface RowReader {
  read(source: SourceRow): Draft
  /** Claims the keys of a row that an earlier run has dealt with. */
  skip(source: SourceRow): void
}

interface RowRules {
  readers: readonly ColumnReader[]
  /** Columns of JSON rows that name no field; a row with a value there is refused. */
  unknown: readonly { column: number; field: string; message: string }[]
  /** The keys of the fields that say which record a row is. */
  key: readonly string[]
  clearEmpty: boolean
  /** Whether cells that cannot be read are left out, where the record can do without. */
  leavesOut: boolean
}

/** Whether a row can go without a value of the field. */
function isDispensable(field: CatalogueField, key: readonly string[]): boolean {
  return !field.required && !key.includes(field.key) && field.key !== 'name' && !isExactId(field)
}

function textOf(cells: readonly unknown[], columns: readonly number[]): unknown {
  const [only] = columns
  if (columns.length === 1) return cells[only as number]
  const parts = columns.map((column) => String(cells[column] ?? '').trim())
  return parts.filter((part) => part !== '').join(' ')
}

/** A cell that references nothing, such as users to skip, counts as empty. */
function orEmpty(value: CellValue, clearEmpty: boolean): CellValue | undefined {
  return value === null && !clearEmpty ? undefined : value
}

function readCell(reader: ColumnReader, input: unknown, clearEmpty: boolean): CellValue | undefined {
  if (typeof input !== 'string') {
    const value = input === null ? null : reader.readTyped(input)
    return Array.isArray(input) && input.length > 0 ? orEmpty(value, clearEmpty) : value
  }
  const text = input.trim()
  if (text === '') return clearEmpty ? null : undefined
  if (hasForbiddenCharacters(text)) {
    return {
      fault: `${reader.field.displayName} contains a character that can't be stored. Remove it and try again.`,
    }
  }
  return orEmpty(reader.readText(text), clearEmpty)
}

/** What the cells of a key say, part by part; null where one is empty or cannot be read. */
function keyParts(set: readonly ColumnReader[], source: SourceRow): string[] | null {
  const parts: string[] = []
  for (const reader of set) {
    const input = reader.repair(textOf(source.cells, reader.columns))
    const value = input === undefined ? undefined : readCell(reader, input, false)
    if (value === undefined || value === null || isFault(value)) return null
    parts.push(keyTextOf(reader, value))
  }
  return parts
}

/** Turns rows into drafts, and notices a key that came before in the same source. */
export function createRowReader(rules: RowRules): RowReader {
  const { readers, clearEmpty } = rules
  const keyReaders = rules.key.flatMap((key) => readers.find((reader) => reader.field.key === key) ?? [])
  const hasPrimaryOwner = readers.some((reader) => reader.field.key === 'primaryOwner')
  const sets: { readers: readonly ColumnReader[]; keys: KeySet }[] = []
  if (keyReaders.length > 0) sets.push({ readers: keyReaders, keys: createKeySet() })
  // An external id belongs to one record, so no file may give it to two.
  for (const external of readers.filter((reader) => isExactId(reader.field))) {
    const isKey = keyReaders.length === 1 && keyReaders[0] === external
    if (!isKey) sets.push({ readers: [external], keys: createKeySet() })
  }

  function claim(source: SourceRow): { line: number; readers: readonly ColumnReader[] } | null {
    let taken: { line: number; readers: readonly ColumnReader[] } | null = null
    for (const set of sets) {
      const parts = keyParts(set.readers, source)
      const earlier = parts === null ? 0 : set.keys.claim(hashKey(parts), source.line)
      if (earlier > 0) taken ??= { line: earlier, readers: set.readers }
    }
    return taken
  }

  const dispensable = new Set(
    readers
      .filter(({ field }) => rules.leavesOut && isDispensable(field, rules.key))
      .map(({ field }) => field.key),
  )

  function noteUnread(draft: Draft, { field }: ColumnReader, input: unknown, message: string): void {
    const isLeftOut = dispensable.has(field.key)
    const text = typeof input === 'string' ? input.trim() : ''
    draft.unread.push({ field: field.name, text, message, isLeftOut })
    if (!isLeftOut) draft.problems.push({ field: field.name, message })
  }

  function fill(draft: Draft): void {
    const { cells, unread } = draft.source
    for (const reader of readers) {
      const missing = unread?.find(({ column }) => reader.columns.includes(column))
      if (missing) {
        noteUnread(draft, reader, '', missing.message)
        continue
      }
      const input = reader.repair(textOf(cells, reader.columns))
      if (input === undefined) continue
      const value = readCell(reader, input, clearEmpty)
      if (value === undefined) continue
      if (isFault(value)) noteUnread(draft, reader, input, value.fault)
      else if (isLookup(value))
        draft.lookups.push({ reader, text: value.lookup, isDispensable: dispensable.has(reader.field.key) })
      else draft.values[reader.field.key] = value
    }
    if (hasPrimaryOwner) draft.values = withPrimaryOwner(draft.values)
  }

  function check(draft: Draft): void {
    for (const one of rules.unknown) {
      if (draft.source.cells[one.column] !== undefined)
        draft.problems.push({ field: one.field, message: one.message })
    }
  }

  function settle(draft: Draft): void {
    for (const reader of keyReaders) {
      const { key, name, displayName } = reader.field
      const empty = draft.values[key] === undefined || draft.values[key] === null
      if (!empty || draft.lookups.some((one) => one.reader === reader)) continue
      draft.settled = 'refused'
      if (draft.problems.some((problem) => problem.field === name)) continue
      draft.problems.push({
        field: name,
        message: `${displayName} is empty, and it says which record this is.`,
      })
    }
  }

  return {
    skip(source) {
      if (source.problem === undefined) claim(source)
    },
    read(source) {
      const draft: Draft = { source, values: {}, lookups: [], problems: [], unread: [], settled: null }
      if (source.problem !== undefined) {
        draft.settled = 'refused'
        draft.problems.push({ field: null, message: source.problem })
        return draft
      }
      fill(draft)
      check(draft)
      const taken = sets.length > 0 ? claim(source) : null
      if (taken) {
        draft.settled = 'conflict'
        const names = taken.readers.map((reader) => reader.field.displayName).join(' and ')
        const message = `Line ${taken.line} has the same ${names}.`
        draft.problems.push({ field: taken.readers[0]?.field.name ?? null, message })
        return draft
      }
      settle(draft)
      return draft
    },
  }
}
