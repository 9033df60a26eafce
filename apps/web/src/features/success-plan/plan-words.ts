import {
  kpiCriteria,
  kpiTargetTypes,
  type KpiTargetType,
  type PlanLookup,
  type PlanLookupType,
} from '@steward/contracts/plain/success-plan'
import type { Kpi } from '@steward/contracts/success-plan/item'
import type { CurrencyDefinition } from '@steward/contracts/currency'
import { formatNumber } from '../../ui/number-text.ts'

const kpiTypeLabels: Readonly<Record<KpiTargetType, string>> = {
  currency: 'Currency',
  numeric: 'Numeric',
  percentage: 'Percentage',
}
export const kpiTypeOptions = kpiTargetTypes.map((value) => ({ value, label: kpiTypeLabels[value] }))
export const kpiCriteriaOptions = kpiCriteria.map((value) => ({ value, label: value }))

/** The active entries of a list, and the one that is chosen already. */
export const lookupOptions = (lookups: readonly PlanLookup[], type: PlanLookupType, chosen?: number) =>
  lookups
    .filter((entry) => entry.type === type && (entry.isActive || entry.lookupId === chosen))
    .map(({ lookupId, name }) => ({ value: lookupId, label: name }))

/** A value of a KPI with its unit. */
export function valueText(
  value: number | null,
  { targetType, currencyDefinitionId }: Kpi['targetDetails'],
  currencies: readonly CurrencyDefinition[],
): string {
  if (value === null) return '–'
  const number = formatNumber(value, undefined)
  if (targetType === 'percentage') return `${number}%`
  if (targetType === 'numeric') return number
  const currency = currencies.find((one) => one.currencyDefinitionId === currencyDefinitionId)
  return currency ? `${number} ${currency.code}` : number
}
