import { pipelineStatuses } from '@steward/contracts/built-in-value'
import type { BoardColumn } from '@steward/contracts/board'
import type { CatalogueField } from '../field/index.ts'
import type { Stage } from '../lifecycle/index.ts'
import type { Count } from '../record/index.ts'

export type ColumnKey = number | null

/** What the records of a column with amounts in one currency come to; null for all without any. */
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
  /** Of the amounts. */
  currencies: readonly number[]
}

/** The totals of columns from those of each currency in them. */
export function columnTotals(totals: readonly CurrencyTotal[]): ColumnTotal[] {
  return [...Map.groupBy(totals, ({ key }) => key)].map(([key, parts]) => {
    const summed = parts.flatMap(({ sum }) => sum ?? [])
    return {
      key,
      n: parts.reduce((n, part) => n + part.n, 0),
      sum: summed.length === 0 ? null : summed.reduce((sum, part) => sum + part, 0),
      currencies: parts.flatMap(({ sum, currency }) => (sum === null ? [] : (currency ?? []))),
    }
  })
}

type Planned = Pick<BoardColumn, 'key' | 'label' | 'color' | 'retired'>

/** Fields that the kept counts count by, and what they say of a combination. */
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
    return stages.map(({ lifecycleStageId, displayName }) => ({
      key: lifecycleStageId,
      label: displayName,
      color: null,
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
    currencies: [],
  }))
}

type Sum = Pick<BoardColumn, 'sum' | 'sumCurrencyId' | 'sumNote'>

/** What a column says of its sum. Amounts of several currencies have none. */
export function sumOf(field: CatalogueField | undefined, total: ColumnTotal | undefined): Sum {
  if (!field) return { sum: null, sumCurrencyId: null }
  const { sum = null, currencies = [] } = total ?? {}
  if (field.dataType === 'currency' && currencies.length > 1) {
    return { sum: null, sumCurrencyId: null, sumNote: 'Amounts in several currencies are not added up.' }
  }
  return { sum: sum ?? 0, sumCurrencyId: currencies[0] ?? null }
}
