import type { CatalogueField } from '../field/index.ts'
import type { ListRequest, SortKey } from './record-list.request.ts'
import { askedOf, type Asked, type Source } from './record-list.source-sql.ts'

function byRank(ids: readonly number[], expression: string): string {
  return ids.length === 0
    ? 'null::int'
    : `array_position(array[${ids.join(',')}]::int8[], ${expression}::int8)`
}

const recordTypes: ReadonlySet<string> = new Set(['organization', 'account', 'contact'])

/** The id by which a ranked field is sorted: the first of several. */
function rankedId({ dataType }: CatalogueField, sql: string): string {
  if (dataType === 'owner') return `(${sql})[1]`
  return dataType === 'multiPicklist' ? `(${sql}->0)` : sql
}

function isName({ reached }: SortKey): boolean {
  return reached.parent === null && reached.field.key === 'name'
}

function keyExpression({ ranks, actor }: ListRequest, source: Source, key: SortKey): string {
  if (isName(key)) return 'r.name_folded'
  const { field } = key.reached
  const column = source.reachedColumn(key.reached)
  if (recordTypes.has(field.dataType)) {
    return `(select n.name_folded from record_fenced n where n.tenant_id = ${actor.tenantId} and n.record_id = ${column.sql})`
  }
  const ranked = ranks(key.reached)
  if (ranked) return byRank(ranked, rankedId(field, column.sql))
  return column.sort ?? column.folded ?? column.sql
}

/** What an order asks about. */
export function orderedFields(order: readonly SortKey[]): Asked[] {
  return order.map(({ reached }) => askedOf(reached))
}

function directionOf(key: SortKey | undefined): 'asc' | 'desc' {
  return key?.descending ? 'desc' : 'asc'
}

/** What a list is sorted by, one after another: an expression, and how. */
export interface OrderPart {
  sql: string
  direction: string
}

/**
 * By the columns asked for, unset values last, ties by id. By the name alone: archived last, churned
 * after the rest, as the index of lists has it.
 */
export function orderParts(request: ListRequest, source: Source): OrderPart[] {
  const { order } = request
  const [first] = order
  const down = directionOf(first)
  const isByName = first !== undefined && order.length === 1 && isName(first)
  const keys = order.map((key) => ({
    sql: keyExpression(request, source, key),
    direction: `${directionOf(key)}${isName(key) ? '' : ' nulls last'}`,
  }))
  return [
    ...(isByName ? ['r.archived', 'r.churned'] : []).map((sql) => ({ sql, direction: down })),
    ...keys,
    { sql: 'r.record_id', direction: down },
  ]
}

/** The same as the text after `order by`. */
export function orderSql(request: ListRequest, source: Source): string {
  return orderParts(request, source)
    .map(({ sql, direction }) => `${sql} ${direction}`)
    .join(', ')
}

/** Whether an index of every level has its records in an order. */
export function isIndexedOrder(order: readonly SortKey[]): boolean {
  return order.every(isName)
}
