import { pipelineStatuses } from '@steward/contracts/plain/built-in-value'
import type { BoardColumn } from '@steward/contracts/board'
import type { Reckoning } from '../currency/index.ts'
import type { CatalogueField } from '../field/index.ts'
import type { Stage } from '../lifecycle/index.ts'
import type { Count } from '../record/index.ts'

export type ColumnKey = number | null

/** What the records of a column with amounts in one currency come to; null for all without any. Amounts are reckoned. */
export interface CurrencyTotal {
  key: ColumnKey
  n: number
  sum: number | null
  currency: number | null
}

/** How many records a column has, and what they add up to. */
export interface ColumnTotal {
  key: ColumnKey
  n: number
  sum: number | null
  /** Amounts that have no rate. */
  missing: number
  /** The currencies that were added up. */
  currencies: readonly number[]
}

/** The totals of columns from those of each currency in them. */
export function columnTotals(totals: readonly CurrencyTotal[]): ColumnTotal[] {
  return [...Map.groupBy(totals, ({ key }) => key)].map(([key, parts]) => {
    const summed = parts.flatMap(({ sum }) => sum ?? [])
    const unsummed = parts.filter(({ sum, currency }) => sum === null && currency !== null)
    return {
      key,
      n: parts.reduce((n, part) => n + part.n, 0),
      sum: summed.length === 0 ? null : summed.reduce((sum, part) => sum + part, 0),
      missing: unsummed.reduce((n, part) => n + part.n, 0),
      currencies: parts.flatMap(({ sum, currency }) => (sum === null ? [] : (currency ?? []))),
    }
  })
}

type Planned = Pick<BoardColumn, 'key' | 'label' | 'color' | 'retired'>

/** Fields that the kept counts count by, and their values for a combination. */
const counted: Readonly<Record<string, (count: Count) => number>> = {
  stageId: (count) => count.stageId,
  statusId: (count) => count.statusId,
}

/** Whether the kept counts count by a field. */
export function isCountedBy(field: CatalogueField): boolean {
  return field.key in counted
}

/** Whether the values of a field can be the columns of a board: they are few, and a record has one. */
export function isGroupable(field: CatalogueField): boolean {
  return ['lifecycleStage', 'pipelineStatus', 'singlePicklist'].includes(field.dataType)
}

export function isSummable(field: CatalogueField): boolean {
  return field.kind === 'number' && field.fieldId !== null
}

function valuesOf(field: CatalogueField, stages: readonly Stage[]): Planned[] {
  if (field.dataType === 'lifecycleStage') {
    return stages.map(({ lifecycleStageId, displayName, colour }) => ({
      key: lifecycleStageId,
      label: displayName,
      color: `series-${colour}`,
      retired: false,
    }))
  }
  if (field.dataType === 'pipelineStatus') {
    return pipelineStatuses.map(({ id, name }) => ({ key: id, label: name, color: null, retired: false }))
  }
  return field.options.map(({ id, value, color, retired }) => ({ key: id, label: value, color, retired }))
}

/**
 * The columns of a board in their order. What is retired, and the column of records without a value of a
 * field that asks for one, are there only while records are in them.
 */
export function planColumns(
  field: CatalogueField,
  stages: readonly Stage[],
  totals: ReadonlyMap<ColumnKey, ColumnTotal>,
): Planned[] {
  const isHeld = (key: ColumnKey) => (totals.get(key)?.n ?? 0) > 0
  const columns = valuesOf(field, stages).filter(({ key, retired }) => !retired || isHeld(key))
  const isOptional = field.fieldId !== null && !field.required
  if (!isOptional && !isHeld(null)) return columns
  const rest: Planned = { key: null, label: `No ${field.displayName}`, color: null, retired: false }
  return [...columns, rest]
}

/** The totals of columns from kept counts that match; undefined where they do not count by the field. */
export function totalsOfCounts(field: CatalogueField, counts: readonly Count[]): ColumnTotal[] | undefined {
  const keyOf = counted[field.key]
  if (!keyOf) return undefined
  const sums = new Map<number, number>()
  for (const count of counts) sums.set(keyOf(count), (sums.get(keyOf(count)) ?? 0) + count.n)
  return [...sums].map(([key, n]) => ({
    key: key || null,
    n,
    sum: null,
    missing: 0,
    currencies: [],
  }))
}

type Sum = Pick<BoardColumn, 'sum' | 'sumCurrencyId' | 'sumRateDate' | 'sumMissing' | 'sumNote'>

function doubtsOf(missing: number): Pick<Sum, 'sumMissing' | 'sumNote'> {
  if (missing === 0) return {}
  const noun = missing === 1 ? 'amount has' : 'amounts have'
  return { sumMissing: missing, sumNote: `${missing.toLocaleString('en-US')} ${noun} no exchange rate.` }
}

/** How amounts are seen. */
export interface Look extends Pick<Reckoning, 'display'> {
  seen(sum: number): number
  rateDay(currencyDefinitionId: number): string | null
}

/** What a column says of its sum: amounts in the currency that they are seen in. */
export function sumOf(field: CatalogueField | undefined, total: ColumnTotal | undefined, look: Look): Sum {
  if (!field) return { sum: null, sumCurrencyId: null }
  const { sum, currencies, missing } = total ?? { sum: 0, currencies: [], missing: 0 }
  if (field.dataType !== 'currency') return { sum: sum ?? 0, sumCurrencyId: null }
  const [oldest] = currencies.flatMap((currency) => look.rateDay(currency) ?? []).toSorted()
  return {
    sum: look.seen(sum ?? 0),
    sumCurrencyId: look.display.currencyDefinitionId,
    ...(oldest === undefined ? {} : { sumRateDate: oldest }),
    ...doubtsOf(missing),
  }
}
