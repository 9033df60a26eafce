import { rateDaySql, type Reckoning } from '../currency/index.ts'
import { moneySql, type ReachedField } from '../record-rule/index.ts'
import { ruleSql } from '../rule-source/index.ts'
import type { MatchRequest, Params } from './record-list.request.ts'
import { askedOf, foundSql, rowAtPath, sourceOf, type Source } from './record-list.source-sql.ts'
import { isAmount, type AskedTotal } from './record-list.totals.ts'

const aggregates = { sum: 'sum', average: 'avg', min: 'min', max: 'max' } as const

/** The currency of an amount. */
function currencySql({ field, parent }: ReachedField, source: Source): string {
  const inSlot = parent === null ? source.currencyOf(field) : null
  const alias = parent === null ? 'r' : rowAtPath(parent)
  return inSlot ?? `(${moneySql(field, alias)}->'currencyDefinitionId')::int8`
}

function valueSql({ today }: MatchRequest, source: Source, asked: AskedTotal, params: Params): string {
  if (asked.function === 'count') {
    return `count(*) filter (where ${ruleSql(asked.set, today, params.add, source.reachedColumn)})`
  }
  const { sql, storage } = source.reachedColumn(asked.reached)
  const value = `${aggregates[asked.function]}(${sql})`
  if (storage === 'timestamp') return `(${value} at time zone 'UTC')::date`
  // Amounts keep their digits until they are converted.
  if (isAmount(asked)) return `${value}::text`
  return storage === 'numeric' ? `${value}::float8` : value
}

/** How many amounts have no rate, and the oldest day of the rates that were used. */
function doubtsSql(source: Source, { reached }: AskedTotal, reckoning: Reckoning): [string, string] {
  const { sql, isSet } = source.reachedColumn(reached)
  const currency = currencySql(reached, source)
  return [
    `count(*) filter (where ${isSet} and ${sql} is null)`,
    `min(${rateDaySql(currency, reckoning)}) filter (where ${sql} is not null)`,
  ]
}

/** One row with the columns v0, missing0, day0, v1, and so on. */
export function totalsSql(request: MatchRequest, asked: readonly AskedTotal[], params: Params): string {
  const source = sourceOf(
    request,
    asked.map(({ reached }) => askedOf(reached)),
  )
  const columns = asked.flatMap((total, at) => {
    const value = `${valueSql(request, source, total, params)} as v${at}`
    if (!isAmount(total)) return [value]
    const [missing, day] = doubtsSql(source, total, request.reckoning)
    return [value, `${missing} as missing${at}`, `${day} as day${at}`]
  })
  return `select ${columns.join(', ')} ${foundSql(request, source, params)}`
}
