import { mostSortColumns } from '@steward/contracts/record'
import type { RecordOrder } from '../../../entities/record/index.ts'
import type { SortAct } from '../../../components/data-table/header-menu.tsx'

/** The order once one key of it was turned the other way. */
export function turned(order: RecordOrder, column: string): RecordOrder {
  return order.map((key) =>
    key.column === column ? { column, direction: key.direction === 'ASC' ? 'DESC' : 'ASC' } : key,
  )
}

/** The order without a key; the last one stays. */
export function without(order: RecordOrder, column: string): RecordOrder {
  const rest = order.filter((key) => key.column !== column)
  return rest.length > 0 ? rest : order
}

function added(order: RecordOrder, column: string): RecordOrder {
  const known = order.find((key) => key.column === column)
  if (!known) return order.length < mostSortColumns ? [...order, { column, direction: 'ASC' }] : order
  if (known.direction === 'ASC' || order.length === 1) return turned(order, column)
  return without(order, column)
}

/** The order after an act in the header of a column. */
export function orderAfter(order: RecordOrder, column: string, act: SortAct): RecordOrder {
  if (act === 'add') return added(order, column)
  if (act === 'remove') return without(order, column)
  if (act !== 'turn') return [{ column, direction: act }]
  const [only] = order
  return order.length === 1 && only?.column === column
    ? turned(order, column)
    : [{ column, direction: 'ASC' }]
}
