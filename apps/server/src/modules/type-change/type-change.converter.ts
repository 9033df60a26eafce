import type { ChangeType } from '@steward/contracts/type-change/type-change'
import { referredLevel, type DataType } from '@steward/contracts/data-type'
import type { LevelId } from '@steward/contracts/level'
import type { FieldValue } from '@steward/contracts/value'
import type { Actor } from '../../platform/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { CurrencyService } from '../currency/index.ts'
import { isFault, plainNumberText, type FileCell, type FileNames, type Wording } from '../data-type/index.ts'
import { withDataType, type CatalogueField, type FieldService } from '../field/index.ts'
import { findRecordNames } from '../record/index.ts'
import type { Sheets, TextReading } from '../sheet/index.ts'
import type { UserService } from '../user-management/index.ts'
import { faultOfSeveral, numberIn } from './type-change.rules.ts'

/** The modules below, by which values are read and written as texts. */
export interface ConverterNeighbours {
  users: UserService
  currency: CurrencyService
  sheets: Sheets
  fields: FieldService
}

/** The outcome for one value. */
export interface Converted {
  /** null: the field will be blank. */
  value: FieldValue | null
  /** The value as a text. */
  from: string
  /** The new value, in words. */
  to: string
  /** Why it does not convert; null where it does. */
  message: string | null
}

export interface Conversion {
  level: LevelId
  /** With the type that its values have. */
  from: CatalogueField
  to: DataType
  form: Pick<ChangeType, 'numberFormat' | 'dateFormat'>
}

export interface Converter {
  /** One answer for each value, in their order. New options have numbers below zero. */
  convert(db: Db | Tx, values: readonly FieldValue[]): Promise<Converted[]>
  /** The text of an option, new or known. */
  optionText(id: number): string | undefined
  /** Gives new options their ids, in the transaction that writes them. */
  settle(tx: Tx, converted: readonly Converted[]): Promise<(FieldValue | null)[]>
}

function textOfCell(cell: FileCell): string {
  if (typeof cell === 'object') return cell.day
  return typeof cell === 'number' ? plainNumberText(cell) : String(cell)
}

/** A value as the text that an import would read it from. */
function textOf(value: FieldValue, field: CatalogueField, names: FileNames, wording: Wording): string {
  const { type } = field
  if (type.write) return textOfCell(type.write(value, names, field))
  return type.word?.(value, wording, field) ?? textOfCell(value as FileCell)
}

const idsIn = (values: readonly FieldValue[]): number[] => values.filter((value) => typeof value === 'number')

/** Texts are read once; a field of a large level repeats most of them. */
const mostRemembered = 50_000

/** Opens the conversion of a field's values, from their texts, as an import of an export would. */
export async function openConverter(
  { users, currency, sheets, fields }: ConverterNeighbours,
  actor: Actor,
  { level, from, to, form }: Conversion,
): Promise<Converter> {
  const { tenantId } = actor
  const target = withDataType(from, to)
  const [directory, definitions, reading] = await Promise.all([
    users.directory(tenantId),
    currency.definitions(tenantId),
    sheets.openTexts(actor, level, target, form),
  ])
  const currencies = new Map(definitions.map((one) => [one.currencyDefinitionId, one]))
  const known = new Map<string, Omit<Converted, 'from'>>()

  async function readTexts(db: Db | Tx, values: readonly FieldValue[]): Promise<string[]> {
    const refersTo = referredLevel(from.dataType)
    const records =
      refersTo === undefined ? new Map<number, string>() : await findRecordNames(db, actor, idsIn(values))
    const names: FileNames = {
      user: (id) => directory.byId.get(id)?.name ?? '',
      stage: () => '',
      record: (id) => records.get(id) ?? '',
      currency: (id) => currencies.get(id)?.code ?? '',
    }
    const wording = { users: directory.byId, stages: new Map(), records: new Map(), currencies }
    return values.map((value) => {
      const number = numberIn(value, from.dataType, to)
      return number === undefined ? textOf(value, from, names, wording) : plainNumberText(number)
    })
  }

  function inWords(value: FieldValue, text: string): string {
    const isNamed = Array.isArray(value) || dataTypeHasNames(to)
    const wording = { users: directory.byId, stages: new Map(), records: new Map(), currencies }
    return isNamed ? text : (target.type.word?.(value, wording, target) ?? textOfCell(value as FileCell))
  }

  function judge(
    read: Awaited<ReturnType<TextReading['read']>>[number],
    text: string,
  ): Omit<Converted, 'from'> {
    if (isFault(read)) return { value: null, to: '', message: read.fault }
    if (read !== null && read !== undefined) return { value: read, to: inWords(read, text), message: null }
    return { value: null, to: '', message: `${from.displayName}: it refers to something that was deleted.` }
  }

  return {
    async convert(db, values) {
      const texts = await readTexts(db, values)
      if (known.size > mostRemembered) known.clear()
      const single = texts.filter((_, at) => !faultOfSeveral(from, values[at] as FieldValue, to))
      const open = [...new Set(single)].filter((text) => !known.has(text))
      const read = await reading.read(open)
      for (const [at, text] of open.entries()) known.set(text, judge(read[at] ?? null, text))
      return texts.map((text, at) => {
        const message = faultOfSeveral(from, values[at] as FieldValue, to)
        if (message) return { from: text, value: null, to: '', message }
        return { from: text, ...(known.get(text) as Omit<Converted, 'from'>) }
      })
    },

    optionText: (id) => reading.book?.textOf(id),

    async settle(tx, converted) {
      const { book } = reading
      if (!book) return converted.map(({ value }) => value)
      const named = new Set(converted.flatMap(({ value }) => (value === null ? [] : idsIn([value].flat()))))
      const texts = [...named].flatMap((id) => (id < 0 && !book.realId(id) ? (book.textOf(id) ?? []) : []))
      if (texts.length > 0) book.learn(await fields.addOptions(tx, tenantId, from.fieldId as number, texts))
      const real = (id: number): number => book.realId(id) ?? id
      return converted.map(({ value }) => {
        if (Array.isArray(value)) return value.map(real)
        return typeof value === 'number' ? real(value) : value
      })
    },
  }
}

/** Whether values of a type are ids, which the text names. */
function dataTypeHasNames(type: DataType): boolean {
  return referredLevel(type) !== undefined || type === 'user' || type === 'singlePicklist'
}
