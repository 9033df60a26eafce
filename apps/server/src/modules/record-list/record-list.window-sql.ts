import { orderParts, orderSql } from './record-list.order-sql.ts'
import type { ListRequest, MatchRequest, Params } from './record-list.request.ts'
import { foundSql, sourceOf, type Source } from './record-list.source-sql.ts'
import { isCountedField } from './record-list.count.ts'

/** Which of the records of a list, in its order. */
export interface Span {
  limit: number
  offset: number
}

/** The slot by which a list is sorted downwards, alone, where an index has it upwards; else null. */
function slotDownwards({ order }: ListRequest, source: Source): string | null {
  const [key, ...more] = order
  if (!key?.descending || more.length > 0 || key.reached.parent !== null) return null
  const { field } = key.reached
  return source.isOrdered(field) ? (source.columnOf(field).sort ?? null) : null
}

/**
 * Some of the records that `found` finds, in the order of the list. An index on a slot has unset values last. Walked
 * backwards, it has them first: so those with a value come by themselves, and the others are looked for where these end.
 */
export function spanSql(
  request: ListRequest,
  source: Source,
  { columns, found }: { columns: 'r.record_id' | 'r.*'; found: string },
  { limit, offset }: Span,
): string {
  const slot = slotDownwards(request, source)
  if (!slot) {
    return `select ${columns} ${found} order by ${orderSql(request, source)} limit ${limit} offset ${offset}`
  }
  const [isSet, isUnset] = ['is not null', 'is null'].map(
    (test) => `(select ${columns} ${found} and ${slot} ${test}
      order by ${slot} desc, r.record_id desc limit ${limit + offset})`,
  )
  return `select w.* from (${isSet} union all ${isUnset}) w limit ${limit} offset ${offset}`
}

/** The conditions that every match meets and that the index of names has the columns for. */
function besideNames({ rule }: MatchRequest): MatchRequest['rule'] {
  const { checked } = rule
  const conditions = 'and' in checked ? checked.and : [checked]
  const counted = conditions.filter((one) => {
    const reached = 'field' in one ? rule.find(one.field) : undefined
    return reached !== undefined && reached.parent === null && isCountedField(reached.field)
  })
  const fields = new Set(counted.flatMap((one) => ('field' in one ? one.field : [])))
  return { ...rule, checked: { and: counted }, fields }
}

/**
 * The same for a list by name whose matches are found in slots: walks the names, and looks up the slots of each record,
 * until there are enough. `offset 0` keeps PostgreSQL from joining, which it would rather do with all records. Without an
 * order outside, it plans the inside for the first rows alone.
 */
export function namesSpanSql(request: ListRequest, params: Params, { limit, offset }: Span): string {
  const walked = { ...request, rule: besideNames(request) }
  const records = sourceOf(walked)
  const order = orderParts(request, records).map(({ sql, direction }) => `${sql} ${direction}`)
  return `select n.record_id from (select r.record_id ${foundSql(walked, records, params)}
      order by ${order.join(', ')} offset 0) n
    where exists (select ${foundSql(request, sourceOf(request), params)} and r.record_id = n.record_id offset 0)
    limit ${limit} offset ${offset}`
}
