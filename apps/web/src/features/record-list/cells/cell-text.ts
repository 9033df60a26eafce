import { isDay, type CurrencyValue, type FieldValue } from '@steward/contracts/value'
import type { LevelField } from '../../../entities/field/index.ts'
import {
  choicesOf,
  editorKind,
  readDraft,
  type ValueLookups,
  valueText,
  valueTypeOf,
} from '../../../entities/value/index.ts'
import { readerDay } from '../../../ui/day-text.ts'
import { forReader } from '../../../ui/reader.ts'

// Without signs between thousands, which spreadsheets do not take everywhere.
const plain = forReader(
  ({ locale }) => new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 10 }),
)

function moneyText({ value, currencyDefinitionId }: CurrencyValue, lookups: ValueLookups): string {
  const amount = plain().format(value)
  const code = lookups.currency(currencyDefinitionId)?.code
  return currencyDefinitionId === lookups.defaultCurrencyId || !code ? amount : `${amount} ${code}`
}

function dayText(value: string): string {
  if (isDay(value)) return value
  const date = new Date(value)
  return Number.isNaN(date.getTime()) ? value : readerDay(date)
}

type Text = (field: LevelField, value: never, lookups: ValueLookups) => string

const byKind: Partial<Record<LevelField['kind'], Text>> = {
  number: (field, value: number | CurrencyValue, lookups) =>
    typeof value === 'number'
      ? `${plain().format(value)}${valueTypeOf(field).suffix ?? ''}`
      : moneyText(value, lookups),
  date: (_, value: string) => dayText(value),
  references: (field, value: number[], lookups) =>
    value.map((id) => valueText(field, [id], lookups)).join('; '),
}

/** A value as a spreadsheet takes it, and as a paste reads it back: bare numbers, days as YYYY-MM-DD. */
export function cellText(field: LevelField, value: FieldValue | null, lookups: ValueLookups): string {
  if (value === null) return ''
  const text = byKind[field.kind]
  return text ? text(field, value as never, lookups) : valueText(field, value, lookups)
}

const folded = (text: string) => text.trim().toLowerCase()

function chosen(field: LevelField, text: string, lookups: ValueLookups): FieldValue | undefined {
  const option = choicesOf(field, lookups).options?.find(({ label }) => folded(label) === folded(text))
  return option && (valueTypeOf(field).ofOption?.(option) ?? (option.value as number))
}

function chosenAll(field: LevelField, text: string, lookups: ValueLookups): number[] | undefined {
  const parts = text.split(/[;|]/).filter((part) => part.trim() !== '')
  const ids = parts.map((part) => chosen(field, part, lookups))
  return ids.every((id) => typeof id === 'number') ? ids : undefined
}

/**
 * What a cell will most likely hold once a pasted text is written, to be shown until the server has said;
 * undefined where only the server can tell.
 */
export function likelyValue(
  field: LevelField,
  input: unknown,
  lookups: ValueLookups,
): FieldValue | null | undefined {
  if (typeof input !== 'string') return input as FieldValue | null
  if (input.trim() === '') return null
  const kind = editorKind(field)
  if (kind === 'choice') return chosen(field, input, lookups)
  if (kind === 'choices') return chosenAll(field, input, lookups)
  const read = readDraft(field, input, null, lookups)
  return read.ok ? read.value : undefined
}

/**
 * What is written into a field for a value of another one: the value itself between like fields, which
 * no name can be mistaken for, else its text.
 */
export function inputFor(
  target: LevelField,
  source: LevelField,
  value: FieldValue | null,
  lookups: ValueLookups,
): FieldValue | null {
  const isLike =
    source.name === target.name || (source.dataType === target.dataType && source.options.length === 0)
  return isLike ? value : cellText(source, value, lookups)
}
