import type { TotalFunction } from '@steward/contracts/column-set'
import type { RecordTotal } from '@steward/contracts/record-totals'
import type { LevelField } from '../../../entities/field/index.ts'
import { type ValueLookups, valueText } from '../../../entities/value/index.ts'
import { formatDay } from '../../../ui/day-text.ts'
import { numberText } from '../../../ui/reader.ts'

const ofNumbers: readonly TotalFunction[] = ['count', 'sum', 'average', 'min', 'max']
const ofDays: readonly TotalFunction[] = ['count', 'min', 'max']
const ofAny: readonly TotalFunction[] = ['count']

/** What can be said of all values of a field. */
export function totalsOf({ kind }: LevelField): readonly TotalFunction[] {
  if (kind === 'number') return ofNumbers
  return kind === 'date' ? ofDays : ofAny
}

const labels: Record<TotalFunction, string> = {
  count: 'Count',
  sum: 'Sum',
  average: 'Average',
  min: 'Smallest',
  max: 'Largest',
}

export function totalLabel({ kind }: LevelField, total: TotalFunction): string {
  if (kind === 'date' && total === 'min') return 'Earliest'
  if (kind === 'date' && total === 'max') return 'Latest'
  return labels[total]
}

/** A total in words; a dash where there is none. */
export function totalText(field: LevelField, total: RecordTotal, lookups: ValueLookups): string {
  const { value, currencyDefinitionId } = total
  if (value === null) return '–'
  if (total.function === 'count' || typeof value !== 'number') {
    return typeof value === 'number' ? numberText(value) : valueText(field, value, lookups)
  }
  const shown = total.function === 'average' ? Math.round(value * 100) / 100 : value
  if (field.dataType !== 'currency') return valueText(field, shown, lookups)
  return currencyDefinitionId === undefined
    ? numberText(shown)
    : valueText(field, { currencyDefinitionId, value: shown }, lookups)
}

/** By which rates amounts were added up; empty where none was needed. */
export function ratesText({ rateDate }: Pick<RecordTotal, 'rateDate'>): string {
  return rateDate ? `at rates from ${formatDay(rateDate)} or later` : ''
}
