import { fold } from '@steward/conditions'
import type { ColumnMapping, ImportConfig } from '@steward/contracts/sheet'
import type { CurrencyDefinition } from '@steward/contracts/currency'
import { readValue } from '@steward/contracts/value'
import type { Catalogue, CatalogueField } from '../field/index.ts'
import type { Stages } from '../lifecycle/index.ts'
import type { StateValue } from '../record/index.ts'
import {
  isFault,
  quote,
  readBoolean,
  readDay,
  readMoney,
  readNumber,
  readPipelineStatus,
  readPipelineType,
  readPulse,
  type Fault,
} from './sheet.cell.ts'
import type { OptionBook } from './sheet.options.ts'
import type { People } from './sheet.people.ts'

/** A record that a cell names and that has still to be found. */
export interface Lookup {
  lookup: string
}

export type CellValue = StateValue | null | Fault | Lookup
export type ReadText = (text: string) => CellValue

/** What reading the cells of one import takes. */
export interface ReadingContext {
  catalogue: Catalogue
  stages: Stages
  people: People
  currencies: readonly CurrencyDefinition[]
  options: ReadonlyMap<string, OptionBook>
  config: ImportConfig
}

/** How one field is filled from one column of the file, or from several that are joined. */
export interface ColumnReader {
  field: CatalogueField
  columns: readonly number[]
  mapping: Omit<ColumnMapping, 'column' | 'target'>
  /** Reads a text that is not blank. */
  readText: ReadText
  /** Reads a value that came in JSON. */
  readTyped(input: unknown): CellValue
}

export const levelOfReference: Partial<Record<CatalogueField['dataType'], 1 | 2 | 3>> = {
  organization: 1,
  account: 2,
  contact: 3,
}

export function isLookup(read: CellValue): read is Lookup {
  return typeof read === 'object' && read !== null && 'lookup' in read
}

type Maker = (field: CatalogueField, mapping: ColumnReader['mapping'], context: ReadingContext) => ReadText

const numbers: Maker =
  (field, { numberFormat = '1,234.56' }) =>
  (text) =>
    readNumber(text, numberFormat, field.displayName)

const days: Maker =
  (field, { dateFormat }) =>
  (text) =>
    readDay(text, dateFormat, field.displayName)

const references: Maker = () => (text) => ({ lookup: text })

const single: Maker = (field, _mapping, { options }) => {
  const book = options.get(field.key)
  return (text) => book?.find(text) ?? null
}

const several: Maker = (field, _mapping, { options }) => {
  const book = options.get(field.key)
  return (text) => {
    const whole = text.includes(';') || text.includes('|') ? text.split(/[;|]/) : text.split(',')
    const ids = new Set<number>()
    for (const part of whole) {
      if (part.trim() === '') continue
      const id = book?.find(part.trim()) ?? 0
      if (isFault(id)) return id
      ids.add(id)
    }
    return ids.size === 0 ? null : [...ids]
  }
}

const stages: Maker =
  (field, _mapping, { stages: known, catalogue }) =>
  (text) =>
    known.byName(catalogue.level, text)?.lifecycleStageId ?? {
      fault: `${field.displayName}: there is no stage ${quote(text)} at this level.`,
    }

const makers: Partial<Record<CatalogueField['dataType'], Maker>> = {
  number: numbers,
  mandatoryNumber: numbers,
  percentage: numbers,
  health: numbers,
  currency:
    (field, { numberFormat = '1,234.56' }, { currencies }) =>
    (text) =>
      readMoney(text, numberFormat, field.displayName, currencies),
  date: days,
  mandatoryDate: days,
  boolean: (field) => (text) => readBoolean(text, field.displayName),
  singlePicklist: single,
  multiPicklist: several,
  user:
    (field, { match }, { people }) =>
    (text) =>
      people.one(text, field.displayName, match),
  owner:
    (field, { match }, { people }) =>
    (text) =>
      people.several(text, field.displayName, match),
  organization: references,
  account: references,
  contact: references,
  lifecycleStage: stages,
  pulse: (field) => (text) => readPulse(text, field.displayName),
  pipelineStatus: (field) => (text) => readPipelineStatus(text, field.displayName),
  parentEntity: (field) => (text) => readPipelineType(text, field.displayName),
}

const carriesIds = new Set<CatalogueField['dataType']>([
  'owner',
  'user',
  'organization',
  'account',
  'contact',
])

/** Ids come as numbers, or as objects that carry an id, as a record is read. */
function idOf(input: unknown): unknown {
  return typeof input === 'object' && input !== null && 'id' in input ? input.id : input
}

export function createColumnReader(
  field: CatalogueField,
  columns: readonly number[],
  mapping: ColumnReader['mapping'],
  context: ReadingContext,
): ColumnReader {
  const defaultCurrencyId = context.currencies.find((one) => one.isDefault)?.currencyDefinitionId ?? 0
  const check = (input: unknown): CellValue => {
    const read = readValue(field, input, { defaultCurrencyId })
    return read.ok ? read.value : { fault: read.message }
  }
  const make = makers[field.dataType]?.(field, mapping, context) ?? check
  const bounded = (text: string): CellValue => {
    const value = make(text)
    return isFault(value) ? value : check(value)
  }
  const read = field.kind === 'number' ? bounded : make
  return {
    field,
    columns,
    mapping,
    readText: read,
    readTyped(input) {
      if (!carriesIds.has(field.dataType)) return check(input)
      if (!Array.isArray(input)) return check(idOf(input))
      const ids = input.map(idOf).map((id) => (typeof id === 'string' ? read(id) : id))
      return ids.find(isFault) ?? check(ids.flat().filter((id) => id !== null))
    },
  }
}

const byValue = new Set(['text', 'number', 'date', 'boolean'])

/** What makes two rows the same by this field: text without regard to case, external ids as they are. */
export function keyTextOf(reader: ColumnReader, value: CellValue, text: string): string {
  if (!byValue.has(reader.field.kind)) return fold(text.trim())
  if (typeof value !== 'string') return JSON.stringify(value)
  return reader.field.key === 'externalId' ? value : fold(value)
}
