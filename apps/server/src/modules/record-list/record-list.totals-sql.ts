import { moneySql, type ReachedField } from './record-list.columns.ts'
import { filterSql } from './record-list.filter.ts'
import type { MatchRequest, Params } from './record-list.request.ts'
import { askedOf, foundSql, rowAtPath, sourceOf, type Source } from './record-list.source-sql.ts'
import type { AskedTotal } from './record-list.totals.ts'

const aggregates = { sum: 'sum', average: 'avg', min: 'min', max: 'max' } as const

/** The currency of an amount. */
function currencySql({ field, parent }: ReachedField, source: Source): string {
  const row = parent === null ? source.rowOf(field) : null
  const alias = parent === null ? 'r' : rowAtPath(parent)
  return row ? `${row}.id` : `(${moneySql(field, alias)}->'currencyDefinitionId')::int8`
}

function valueSql({ today }: MatchRequest, source: Source, asked: AskedTotal, params: Params): string {
  if (asked.function === 'count') {
    return `count(*) filter (where ${filterSql(asked.set, today, params.add, source.reachedColumn)})`
  }
  const { sql, storage } = source.reachedColumn(asked.reached)
  const value = `${aggregates[asked.function]}(${sql})`
  if (storage === 'timestamp') return `(${value} at time zone 'UTC')::date`
  return storage === 'numeric' ? `${value}::float8` : value
}

/** One row with the columns v0, least0, most0, v1, and so on: the value and the currencies of each total. */
export function totalsSql(request: MatchRequest, asked: readonly AskedTotal[], params: Params): string {
  const source = sourceOf(
    request,
    asked.map(({ reached }) => askedOf(reached)),
  )
  const columns = asked.map((total, at) => {
    const isMoney = total.reached.field.dataType === 'currency' && total.function !== 'count'
    const currency = isMoney ? currencySql(total.reached, source) : 'null::int8'
    return `${valueSql(request, source, total, params)} as v${at}, min(${currency}) as least${at}, max(${currency}) as most${at}`
  })
  return `select ${columns.join(', ')} ${foundSql(request, source, params)}`
}
