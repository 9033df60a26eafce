import type { columnGuessSchema } from '@steward/contracts/sheet'
import { numberFormats, type NumberFormatName } from '@steward/contracts/plain/cell-format'
import type { z } from 'zod'
import type { ColumnGuess, NumberFormat, TableDetection } from '../../platform/tabular/index.ts'
import { findPeople, type Fit } from '../data-type/index.ts'
import type { Catalogue, CatalogueField } from '../field/index.ts'
import type { Stages } from '../lifecycle/index.ts'
import type { UserDirectory } from '../user-management/index.ts'
import { notesOnFormats } from './sheet.formats.ts'
import { cellsOfColumns, type DetectedTable } from './sheet.parser.ts'
import { bareHeader, namePartHeaders, synonymsOf } from './sheet.header-synonyms.ts'

type Guess = z.output<typeof columnGuessSchema>
type Match = NonNullable<Guess['match']>

interface Knowledge {
  stages: Stages
  users: UserDirectory
  /** What files of this company call a field, by the field's API name. */
  externalNames: ReadonlyMap<string, readonly string[]>
}

/** A column as it is looked at: its values without the blank ones, and what they look like. */
interface Column {
  at: number
  name: string
  bare: string
  values: string[]
  guess: ColumnGuess
}

interface Suggestion {
  target: string
  why: string
  match: Match | null
}

function formatName(format: NumberFormat | undefined): NumberFormatName | null {
  if (!format) return null
  if (format.thousands === "'") return "1'234.56"
  if (format.thousands === ' ') return format.decimal === ',' ? '1 234,56' : '1 234.56'
  return format.decimal === ',' ? '1.234,56' : numberFormats[0]
}

/** Whether the values of a column can be what its header promises, and how they name things. */
function fits(field: CatalogueField, column: Column, catalogue: Catalogue, known: Knowledge): Fit {
  const people = findPeople(known.users, 'refuse', 0)
  return field.type.fits?.(column, { level: catalogue.level, stages: known.stages, people }) ?? true
}

function suggestion(field: CatalogueField, column: Column, fit: Fit, why: string): Suggestion | null {
  if (fit === false) return null
  return { target: field.name, why, match: fit === true ? null : fit }
}

function isFillable(field: CatalogueField): boolean {
  return field.uploadable || field.key === 'pulse'
}

function nameClash(field: CatalogueField): string[] {
  return [bareHeader(field.name.replace(/^system:/, '')), bareHeader(field.displayName)]
}

/** Suggests a column for each field: as the company mapped it, else one called like it, else one whose header stands for it. */
function suggestByHeader(
  columns: readonly Column[],
  catalogue: Catalogue,
  known: Knowledge,
): Map<number, Suggestion> {
  const chosen = new Map<number, Suggestion>()
  const filled = new Set<CatalogueField>()
  const offer = (field: CatalogueField, headers: readonly string[], why: string): void => {
    for (const header of headers) {
      const column = columns.find((one) => one.bare === header && !chosen.has(one.at))
      const found = column && suggestion(field, column, fits(field, column, catalogue, known), why)
      if (!found) continue
      chosen.set(column.at, found)
      filled.add(field)
      return
    }
  }
  const fields = catalogue.fields.filter(isFillable)
  for (const field of fields) {
    const mapped = known.externalNames.get(field.name) ?? []
    offer(field, mapped.map(bareHeader).filter(Boolean), 'Matched by your field mapping.')
  }
  for (const field of fields.filter((one) => !filled.has(one)))
    offer(field, nameClash(field), 'Matched by name.')
  for (const [name, headers] of synonymsOf(catalogue.level)) {
    const field = catalogue.find(name)
    if (field && !filled.has(field)) offer(field, headers, 'Matched by the column name used in exports.')
  }
  return chosen
}

/** Without a column for the name, a contact's is joined from its parts. */
function suggestNameParts(
  columns: readonly Column[],
  catalogue: Catalogue,
  chosen: Map<number, Suggestion>,
): void {
  const hasName = [...chosen.values()].some((one) => one.target === 'name')
  if (hasName || catalogue.level !== 3) return
  for (const column of columns) {
    if (chosen.has(column.at) || !namePartHeaders.includes(column.bare)) continue
    chosen.set(column.at, { target: 'name', why: 'The parts of the name are joined.', match: null })
  }
}

/** A contact's address is known by its looks, whatever the column is called. */
function suggestEmail(
  columns: readonly Column[],
  catalogue: Catalogue,
  chosen: Map<number, Suggestion>,
): void {
  const target = 'system:email'
  if (!catalogue.find(target) || [...chosen.values()].some((one) => one.target === target)) return
  const column = columns.find((one) => one.guess.type === 'email' && !chosen.has(one.at))
  if (column) chosen.set(column.at, { target, why: 'Its values are email addresses.', match: null })
}

function isUnique(column: Column, rows: number): boolean {
  return column.values.length === rows && column.guess.distinctCount === rows
}

/** What best says which record a row is: an external id, else an e-mail address, else the name. */
function suggestKey(
  columns: readonly Column[],
  chosen: ReadonlyMap<number, Suggestion>,
  rows: number,
): string[] {
  for (const target of ['system:externalId', 'system:email']) {
    const column = columns.find((one) => chosen.get(one.at)?.target === target)
    if (column && isUnique(column, rows)) return [target]
  }
  return [...chosen.values()].some((one) => one.target === 'name') ? ['name'] : []
}

function columnsOf(detection: TableDetection, guesses: readonly ColumnGuess[]): Column[] {
  const cells = cellsOfColumns(detection)
  return detection.columns.map((name, at) => ({
    at,
    name,
    bare: bareHeader(name),
    values: (cells[at] ?? []).filter((text) => text !== ''),
    guess: guesses[at] as ColumnGuess,
  }))
}

const shownSamples = 5

/** What each column of a file holds and which field it probably goes to, a key, and what is left open. */
export function guessTable(
  { detection, guesses: looks }: DetectedTable,
  catalogue: Catalogue,
  known: Knowledge,
): { columns: Guess[]; key: string[]; notes: string[] } {
  const columns = columnsOf(detection, looks)
  const chosen = suggestByHeader(columns, catalogue, known)
  suggestNameParts(columns, catalogue, chosen)
  suggestEmail(columns, catalogue, chosen)
  const guesses = columns.map(({ at, name, values, guess }): Guess => {
    const found = chosen.get(at)
    return {
      column: at,
      name,
      samples: [...new Set(values)].slice(0, shownSamples),
      filled: values.length,
      target: found?.target ?? null,
      why: found?.why ?? null,
      dataType: guess.type,
      dateFormat: guess.dateFormat ?? null,
      numberFormat: formatName(guess.numberFormat),
      match: found?.match ?? null,
    }
  })
  const key = suggestKey(columns, chosen, detection.sample.length)
  return { columns: guesses, key, notes: [...detection.notes, ...notesOnFormats(columns)] }
}
