import type { DataType } from '@steward/contracts/data-type'
import { readValue, type CurrencyValue, type FieldValue, type ReadValue } from '@steward/contracts/value'
import type { LevelField } from '../../api/fields.ts'
import { formatDay, parseDay } from '../../ui/day-text.ts'
import { formatNumber, parseNumber } from '../../ui/number-text.ts'
import type { ValueLookups } from './lookups.ts'

/** How a value is edited: typed into a line or a larger box, or picked from a list, one or several. */
export type EditorKind = 'line' | 'box' | 'day' | 'choice' | 'choices' | 'none'

const kinds: Record<DataType, EditorKind> = {
  string: 'line',
  email: 'line',
  number: 'line',
  mandatoryNumber: 'line',
  percentage: 'line',
  currency: 'line',
  longText: 'box',
  date: 'day',
  mandatoryDate: 'day',
  boolean: 'choice',
  singlePicklist: 'choice',
  user: 'choice',
  organization: 'choice',
  account: 'choice',
  contact: 'choice',
  pulse: 'choice',
  lifecycleStage: 'choice',
  pipelineStatus: 'choice',
  parentEntity: 'choice',
  multiPicklist: 'choices',
  owner: 'choices',
  health: 'none',
}

export function editorKind(field: LevelField): EditorKind {
  return kinds[field.dataType]
}

function moneyDraft({ currencyDefinitionId, value }: CurrencyValue, lookups: ValueLookups): string {
  const amount = formatNumber(value, undefined)
  const code = lookups.currency(currencyDefinitionId)?.code
  return code && lookups.currencies.length > 1 ? `${amount} ${code}` : amount
}

/** The text a typed editor starts with. */
export function draftText(field: LevelField, value: FieldValue | null, lookups: ValueLookups): string {
  if (value === null) return ''
  if (typeof value === 'number') return formatNumber(value, undefined)
  if (field.dataType === 'currency') return moneyDraft(value as CurrencyValue, lookups)
  if (editorKind(field) === 'day') return formatDay(String(value))
  return String(value)
}

function readNumberText(field: LevelField, text: string): number | string | null {
  const bare = field.dataType === 'percentage' ? text.replace(/\s*%\s*$/, '') : text
  const number = parseNumber(bare)
  return Number.isNaN(number) ? text : number
}

/** An amount, with the code or the sign of its currency before or after it when another one is meant. */
function readMoneyText(text: string, before: FieldValue | null, lookups: ValueLookups): unknown {
  const named = lookups.currencies.find(({ code, symbol }) =>
    [code.toLowerCase(), symbol.toLowerCase()].some(
      (sign) => sign && (text.toLowerCase().startsWith(sign) || text.toLowerCase().endsWith(sign)),
    ),
  )
  const kept = (before as CurrencyValue | null)?.currencyDefinitionId
  const amount = parseNumber(named ? text.replaceAll(/[^\d.,'\s+-]/g, '') : text)
  if (amount === null) return null
  return {
    currencyDefinitionId: named?.currencyDefinitionId ?? kept ?? lookups.defaultCurrencyId,
    value: amount,
  }
}

type Read = (field: LevelField, text: string, before: FieldValue | null, lookups: ValueLookups) => unknown

const readDay: Read = (_, text) => (text.trim() === '' ? null : (parseDay(text) ?? text))

const reads: Partial<Record<DataType, Read>> = {
  number: readNumberText,
  mandatoryNumber: readNumberText,
  percentage: readNumberText,
  currency: (_, text, before, lookups) => readMoneyText(text, before, lookups),
  date: readDay,
  mandatoryDate: readDay,
}

/** Whether a value may stand in a field; a required one may not be cleared. */
export function checkValue(field: LevelField, input: unknown, lookups: ValueLookups): ReadValue {
  const read = readValue(field, input, { defaultCurrencyId: lookups.defaultCurrencyId })
  const empty = read.ok && (read.value === null || (Array.isArray(read.value) && read.value.length === 0))
  if (empty && field.required) {
    return { ok: false, message: `${field.displayName} is required and cannot be cleared.` }
  }
  return read
}

/** Reads what was typed as the value of a field; errors are sentences that name the field. */
export function readDraft(
  field: LevelField,
  text: string,
  before: FieldValue | null,
  lookups: ValueLookups,
): ReadValue {
  const read = reads[field.dataType]
  return checkValue(field, read ? read(field, text.trim(), before, lookups) : text, lookups)
}
