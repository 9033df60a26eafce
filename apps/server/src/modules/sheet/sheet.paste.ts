import { fold } from '@steward/conditions'
import { hasOptions, referredLevel } from '@steward/contracts/data-type'
import { importConfigSchema } from '@steward/contracts/sheet'
import { levelOf, type LevelId } from '@steward/contracts/level'
import { hasForbiddenCharacters, isDay, type FieldValue } from '@steward/contracts/value'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { isFault, quote, type Fault } from '../data-type/index.ts'
import type { Catalogue, CatalogueField } from '../field/index.ts'
import { matchRecords, withPrimaryOwner, type Match, type ReadForm } from '../record/index.ts'
import { createColumnReader, isLookup, type CellValue } from './sheet.column.ts'
import type { ReadingContext } from './sheet.column.ts'
import { writtenForms, type WrittenForms } from './sheet.locale.rules.ts'
import { openOptionBook, type OptionBook } from './sheet.options.ts'

type ReadPasted = (input: unknown) => CellValue

/** How a paste is read: nothing is made up, and no one takes the place of an unknown user. */
export const pasteConfig = importConfigSchema.parse({ columns: [] })

function dayReader(field: CatalogueField, forms: WrittenForms, context: ReadingContext): ReadPasted {
  const readers = forms.days.map((dateFormat) => createColumnReader(field, [0], { dateFormat }, context))
  return (input) => {
    const text = String(input)
    if (isDay(text)) return text
    for (const reader of readers) {
      const read = reader.readText(text)
      if (!isFault(read)) return read
    }
    const example = `Enter it like ${forms.dayExample} or 2026-12-31.`
    return { fault: `${field.displayName}: ${quote(text)} is not a valid date. ${example}` }
  }
}

/** Reads one field's pasted texts; a value that is not a text is read as one in a request is. */
function readerOf(field: CatalogueField, forms: WrittenForms, context: ReadingContext): ReadPasted {
  const reader = createColumnReader(field, [0], { numberFormat: forms.number }, context)
  const readText: ReadPasted =
    field.kind === 'date' ? dayReader(field, forms, context) : (input) => reader.readText(String(input))
  return (input) => {
    if (input === null || input === undefined) return null
    if (typeof input !== 'string') return reader.readTyped(input)
    const text = input.trim()
    if (text === '') return null
    if (!hasForbiddenCharacters(text)) return readText(text)
    return {
      fault: `${field.displayName} contains a character that can't be stored. Remove it and try again.`,
    }
  }
}

/** How a pasted text may name a record, in the order in which it is tried. */
const ways = [
  { key: 'name', same: (text: string) => fold(text) },
  { key: 'externalId', same: (text: string) => text },
  { key: 'email', same: (text: string) => fold(text) },
] as const

/** The one record that a text names at a level, or why there is none. */
type FindRecord = (field: CatalogueField, text: string) => number | Fault

/** Looks for all named records of a paste, once for each text. */
async function findRecords(
  db: Db,
  actor: Actor,
  catalogues: (level: LevelId) => Promise<Catalogue>,
  named: ReadonlyMap<LevelId, ReadonlySet<string>>,
): Promise<FindRecord> {
  const found = new Map<string, Match[]>()
  for (const [level, texts] of named) {
    const catalogue = await catalogues(level)
    for (const { key, same } of ways) {
      const field = catalogue.byKey(key)
      const open = [...texts].filter((text) => !found.has(`${level}:${text}`))
      if (!field || open.length === 0) continue
      const asked = [...new Map(open.map((text) => [same(text), text])).values()]
      const matches = await matchRecords(
        db,
        actor,
        level,
        [field],
        asked.map((text) => [text]),
      )
      const bySame = new Map(asked.map((text, at) => [same(text), matches[at] ?? []]))
      for (const text of open) {
        const namesakes = bySame.get(same(text)) ?? []
        if (namesakes.length > 0) found.set(`${level}:${text}`, namesakes)
      }
    }
  }
  return (field, text) => {
    const level = referredLevel(field.dataType) ?? 1
    const [match, ...more] = found.get(`${level}:${text}`) ?? []
    const { name, plural } = levelOf(level)
    if (more.length > 0) {
      const instead = level === 3 ? 'external ID or e-mail address' : 'external ID'
      return {
        fault: `${field.displayName}: several ${plural} are called ${quote(text)}. Use the ${instead}.`,
      }
    }
    return match?.recordId ?? { fault: `${field.displayName}: there is no ${name} ${quote(text)}.` }
  }
}

interface PasteReading {
  db: Db
  actor: Actor
  context: ReadingContext
  catalogues: (level: LevelId) => Promise<Catalogue>
  locale: string | null | undefined
}

interface Pasted {
  name: string
  field: CatalogueField | undefined
  value: CellValue
}

function readCells(
  rows: readonly Readonly<Record<string, unknown>>[],
  { context, locale }: PasteReading,
): Pasted[][] {
  const forms = writtenForms(locale)
  const readers = new Map<CatalogueField, ReadPasted>()
  return rows.map((row) =>
    Object.entries(row).map(([name, input]): Pasted => {
      const field = context.catalogue.find(name)
      if (!field) {
        return { name, field, value: { fault: `Unknown field "${name.slice(0, 60)}".` } }
      }
      if (field.calculated) {
        const fault = `${field.displayName} is calculated, so it cannot be set.`
        return { name, field, value: { fault } }
      }
      const read = readers.get(field) ?? readerOf(field, forms, context)
      readers.set(field, read)
      return { name, field, value: read(input) }
    }),
  )
}

/**
 * Reads pasted cells by field name into values by key, one answer a row. Texts are read as the cells of
 * a file are, with numbers and days as the language writes them, and other records by name, external
 * id or e-mail address. Problems name the field as the row did.
 */
export async function readPastedRows(
  rows: readonly Readonly<Record<string, unknown>>[],
  reading: PasteReading,
): Promise<ReadForm[]> {
  const cells = readCells(rows, reading)
  const named = new Map<LevelId, Set<string>>()
  for (const { field, value } of cells.flat()) {
    if (!field || !isLookup(value)) continue
    const level = referredLevel(field.dataType) ?? 1
    named.set(level, (named.get(level) ?? new Set()).add(value.lookup))
  }
  const find = await findRecords(reading.db, reading.actor, reading.catalogues, named)
  return cells.map((row) => {
    const form: ReadForm = { values: {}, problems: [] }
    for (const { name, field, value: read } of row) {
      const value = field && isLookup(read) ? find(field, read.lookup) : read
      if (isFault(value)) form.problems.push({ field: name, message: value.fault })
      else if (field && !isLookup(value)) form.values[field.key] = value
    }
    return { ...form, values: withPrimaryOwner(form.values) }
  })
}

/** How the texts are written; formats that are not said are the usual ones. */
export type TextForm = Pick<Parameters<typeof createColumnReader>[2], 'numberFormat' | 'dateFormat'>

/** Texts that become values of one field, as an import makes them of the cells of a column. */
export interface TextReading {
  /** One answer for each text; options that are not there yet have numbers below zero, see `book`. */
  read(texts: readonly string[]): Promise<(FieldValue | null | Fault)[]>
  /** The options of the field, where it has some. */
  book: OptionBook | undefined
}

interface TextSurroundings {
  db: Db
  actor: Actor
  context: ReadingContext
  catalogues: (level: LevelId) => Promise<Catalogue>
}

/** Opens the reading of texts as values of a field. New options are made up; records and users have to be there. */
export function openTextReading(
  field: CatalogueField,
  form: TextForm,
  { db, actor, context, catalogues }: TextSurroundings,
): TextReading {
  const book = hasOptions(field.dataType) ? openOptionBook(field, true, []) : undefined
  const options = book ? new Map([[field.key, book]]) : context.options
  const reader = createColumnReader(field, [0], form, { ...context, options })
  const level = referredLevel(field.dataType) ?? 1
  return {
    book,
    async read(texts) {
      const values = texts.map((text) => (text.trim() === '' ? null : reader.readText(text.trim())))
      const named = new Set(values.flatMap((value) => (isLookup(value) ? value.lookup : [])))
      const find =
        named.size > 0 ? await findRecords(db, actor, catalogues, new Map([[level, named]])) : undefined
      return values.map((value) => (isLookup(value) ? (find?.(field, value.lookup) ?? null) : value))
    },
  }
}
