import { pipelineStatuses, pipelineTypes, pulseValues } from '@steward/contracts/built-in-field'
import type { DataType } from '@steward/contracts/data-type'
import { isDay, type CurrencyValue, type FieldValue } from '@steward/contracts/value'
import type { LevelField } from '../../api/fields.ts'
import { momentText } from '../time-text.ts'
import { formatDay, readerDay } from '../../ui/day-text.ts'
import { forReader, readerLocale } from '../../ui/reader.ts'
import type { ValueLookups } from './lookups.ts'

const numbers = forReader(({ locale }) => new Intl.NumberFormat(locale, { maximumFractionDigits: 10 }))
const moneyFormats = forReader(() => new Map<string, Intl.NumberFormat>())

function moneyFormat(code: string, digits: number): Intl.NumberFormat {
  const key = `${code}${digits}`
  const known = moneyFormats().get(key)
  if (known) return known
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  let made: Intl.NumberFormat
  try {
    made = new Intl.NumberFormat(readerLocale(), {
      style: 'currency',
      currency: code,
      currencyDisplay: 'narrowSymbol',
      ...options,
    })
  } catch {
    made = new Intl.NumberFormat(readerLocale(), options)
  }
  moneyFormats().set(key, made)
  return made
}

/** An amount in its own currency; cents only where there are any. */
function moneyText({ currencyDefinitionId, value }: CurrencyValue, lookups: ValueLookups): string {
  const currency = lookups.currency(currencyDefinitionId)
  const code = currency?.code ?? ''
  const text = moneyFormat(code, Number.isInteger(value) ? 0 : 2).format(value)
  // Currencies that share a sign are told apart by their code.
  const shared = lookups.currencies.some(
    (other) => other.symbol === currency?.symbol && other.currencyDefinitionId !== currencyDefinitionId,
  )
  const ambiguous = shared && currencyDefinitionId !== lookups.defaultCurrencyId
  return ambiguous && !text.includes(code) ? `${text} ${code}` : text
}

/** A day, or the local day of an instant. */
export function dayText(value: string): string {
  if (isDay(value)) return formatDay(value)
  const date = new Date(value)
  return Number.isNaN(date.getTime()) ? value : formatDay(readerDay(date))
}

/** The exact time behind a shown day; undefined where there is only a day. */
export function instantText(value: string): string | undefined {
  return isDay(value) ? undefined : momentText(value)
}

const nameOf = (list: readonly { id: number; name: string }[]) => (value: FieldValue) =>
  list.find(({ id }) => id === value)?.name ?? String(value)

const optionText = (field: LevelField, id: unknown) =>
  field.options.find((option) => option.id === id)?.value ?? String(id)

const plain = (value: FieldValue) => String(value)
const numberText = (value: FieldValue) =>
  typeof value === 'number' ? numbers().format(value) : String(value)

type Words = (value: FieldValue, lookups: ValueLookups, field: LevelField) => string

const recordWords: Words = (value, lookups) => lookups.recordName(value as number)

const words: Record<DataType, Words> = {
  string: plain,
  longText: plain,
  email: plain,
  boolean: (value) => (value ? 'Yes' : 'No'),
  number: numberText,
  mandatoryNumber: numberText,
  percentage: (value) => `${numberText(value)}%`,
  currency: (value, lookups) => moneyText(value as CurrencyValue, lookups),
  date: (value) => dayText(String(value)),
  mandatoryDate: (value) => dayText(String(value)),
  singlePicklist: (value, _, field) => optionText(field, value),
  multiPicklist: (value, _, field) => (value as number[]).map((id) => optionText(field, id)).join(', '),
  user: (value, lookups) => lookups.userName(value as number),
  organization: recordWords,
  account: recordWords,
  contact: recordWords,
  pulse: nameOf(pulseValues),
  health: (value) => (value as number).toFixed(1),
  lifecycleStage: (value, lookups) => lookups.stageName(value as number),
  owner: (value, lookups) => (value as number[]).map((id) => lookups.userName(id)).join(', '),
  pipelineStatus: nameOf(pipelineStatuses),
  parentEntity: nameOf(pipelineTypes),
}

/** A value in words; empty where nothing is set. */
export function valueText(field: LevelField, value: FieldValue | null, lookups: ValueLookups): string {
  return value === null ? '' : words[field.dataType](value, lookups, field)
}
