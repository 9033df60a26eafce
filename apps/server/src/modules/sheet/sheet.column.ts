import { fold } from '@steward/conditions'
import { referredLevel } from '@steward/contracts/data-type'
import type { ColumnMapping, ImportConfig } from '@steward/contracts/sheet'
import {
  createTextReader,
  createTypedReader,
  isFault,
  type CellValue,
  type Lookup,
  type ReadingContext as TextContext,
  type ReadText,
} from '../data-type/index.ts'
import type { Catalogue, CatalogueField } from '../field/index.ts'
import type { Stages } from '../lifecycle/index.ts'
import type { OptionBook } from './sheet.options.ts'

export type { CellValue }

/** What reading the cells of one import takes. */
export interface ReadingContext extends TextContext {
  catalogue: Catalogue
  stages: Stages
  options: ReadonlyMap<string, OptionBook>
  config: ImportConfig
  /** The day that it is where days begin first. */
  latestDay: string
}

/** How one field is filled from one column of the file, or from several that are joined. */
export interface ColumnReader {
  field: CatalogueField
  columns: readonly number[]
  mapping: Omit<ColumnMapping, 'column' | 'target'>
  /** Whether records that it names and that are not there yet may be created. */
  createsParents: boolean
  /** The options of the field, where it has some. */
  book: OptionBook | undefined
  /** The text to read for a cell: its repair, else its own. */
  repair(input: unknown): unknown
  /** Reads a text that is not blank. */
  readText: ReadText
  /** Reads a value that came in JSON. */
  readTyped(input: unknown): CellValue
}

export function isLookup(read: CellValue): read is Lookup {
  return typeof read === 'object' && read !== null && 'lookup' in read
}

/** Ids come as numbers, or as objects that carry an id, as a record is read. */
function idOf(input: unknown): unknown {
  return typeof input === 'object' && input !== null && 'id' in input ? input.id : input
}

/**
 * Records of the level that is imported are not created by their names: another row of the same table may be
 * the very record, which would then come into being twice, or be changed twice by one act.
 */
function mayCreateParents(
  field: CatalogueField,
  { createParents }: ColumnReader['mapping'],
  { level }: ReadingContext,
): boolean {
  return createParents === true && referredLevel(field.dataType) !== level
}

const wholeNumber = /^0*(\d+)(?:[.,]0+)?$/

/** Cells with a text that was repaired, in whatever case, are read as another text; numbers perhaps as whole ones. */
function repairerOf({ repairs = [], wholeNumbers = false }: ColumnReader['mapping']): ColumnReader['repair'] {
  if (repairs.length === 0 && !wholeNumbers) return (input) => input
  const byText = new Map(repairs.map(({ from, to }) => [fold(from.trim()), to]))
  return (input) => {
    if (typeof input !== 'string') return input
    const text = byText.get(fold(input.trim())) ?? input
    return wholeNumbers ? (wholeNumber.exec(text.trim())?.[1] ?? text) : text
  }
}

/** Reads the day on which a record was created: none is to come. */
function withoutFuture<Input>(
  { displayName }: CatalogueField,
  latestDay: string,
  read: (input: Input) => CellValue,
): (input: Input) => CellValue {
  return (input) => {
    const value = read(input)
    if (typeof value !== 'string' || value <= latestDay) return value
    return { fault: `${displayName}: ${value} is in the future. Records are created today or earlier.` }
  }
}

export function createColumnReader(
  field: CatalogueField,
  columns: readonly number[],
  mapping: ColumnReader['mapping'],
  context: ReadingContext,
): ColumnReader {
  const typed = createTypedReader(field, context.currencies)
  const text = createTextReader(field, mapping, context)
  const isCreation = field.key === 'createdAt'
  const check = isCreation ? withoutFuture(field, context.latestDay, typed) : typed
  const read = isCreation ? withoutFuture(field, context.latestDay, text) : text
  return {
    field,
    columns,
    mapping,
    createsParents: mayCreateParents(field, mapping, context),
    book: context.options.get(field.key),
    repair: repairerOf(mapping),
    readText: read,
    readTyped(input) {
      if (!field.type.carriesIds) return check(input)
      if (!Array.isArray(input)) return check(idOf(input))
      const ids = input.map(idOf).map((id) => (typeof id === 'string' ? read(id) : id))
      return ids.find(isFault) ?? check(ids.flat().filter((id) => id !== null))
    },
  }
}

/** Whether a field has ids, which compare as they are. */
export const isExactId = ({ key, idSource }: CatalogueField): boolean =>
  key === 'externalId' || idSource !== undefined

/**
 * What makes two rows the same by this field: text without regard to case, external ids as they are, options by
 * their texts, which they keep when they get an id, and all else by what the cell comes to.
 */
export function keyTextOf({ field, mapping, book }: ColumnReader, value: CellValue): string {
  if (isLookup(value)) return mapping.match === 'externalId' ? value.lookup : fold(value.lookup)
  if (typeof value === 'string') return isExactId(field) ? value : fold(value)
  if (!book) return JSON.stringify(value)
  return fold(
    [value]
      .flat()
      .map((id) => book.textOf(id as number) ?? '')
      .join(';'),
  )
}
