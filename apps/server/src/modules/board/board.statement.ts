import type { CatalogueField } from '../field/index.ts'
import {
  createParams,
  foundSql,
  orderedFields,
  orderSql,
  sourceOf,
  spanSql,
  type ListRequest,
  type Params,
  type RecordWriting,
  type Source,
} from '../record-list/index.ts'

/** The currency of a field's amount. */
function currencySql(field: CatalogueField, source: Source): string {
  return source.currencyOf(field) ?? `(r.custom->'${field.key}'->'currencyDefinitionId')::int8`
}

/** What is asked of all that matches in a column. */
export interface AskedTotals {
  sum: CatalogueField | undefined
  /** Whether the records are to be counted too. */
  counts: boolean
}

/** The statement that gives the totals of columns. */
export interface TotalsStatement {
  text: string
  values: readonly unknown[]
  /** How often that was written which is added up; null where that is not counted. */
  changes: string | null
}

/**
 * How many match in each column, and what a field adds up to there, for each currency apart: that costs
 * less than to look for the least and the greatest one.
 */
export function totalsStatement(
  request: ListRequest,
  group: CatalogueField,
  { sum, counts }: AskedTotals,
): TotalsStatement {
  const params = createParams()
  const source = sourceOf(request, sum ? [group, sum] : [group])
  const isMoney = sum?.dataType === 'currency'
  const text = `select ${source.columnOf(group).sql} as key, ${counts || isMoney ? 'count(*)' : '0'} as n,
      ${sum ? `sum(${source.columnOf(sum).sql})::float8` : 'null::float8'} as sum,
      ${isMoney ? currencySql(sum, source) : 'null::int8'} as currency,
      ${source.changes ?? 'null::int8'} as changes
    ${foundSql(request, source, params)} group by 1${isMoney ? ', 4' : ''}`
  return { text, values: params.values, changes: params.values.length === 0 ? source.changes : null }
}

/** A column whose first records are read; few records are found by their value and then sorted. */
export interface ReadColumn {
  key: number | null
  isSmall: boolean
}

type Placed = ReadColumn & { place: number }

/**
 * The first records of some columns, each row as it is to be written and the place of its column. Those of a large column are found along the order of the list; for a small one that would pass
 * by nearly all others.
 */
export function cardsSql(
  request: ListRequest,
  writing: RecordWriting,
  group: CatalogueField,
  columns: readonly ReadColumn[],
  params: Params,
): string {
  const placed = columns.map((column, place) => ({ ...column, place }))
  const kinds = Object.groupBy(placed, ({ key, isSmall }) => `${key === null}${isSmall}`)
  const branches = Object.values(kinds).map((found) =>
    branchSql(request, writing, group, found ?? [], params),
  )
  return branches.join(' union all ')
}

function branchSql(
  request: ListRequest,
  writing: RecordWriting,
  group: CatalogueField,
  columns: readonly Placed[],
  params: Params,
): string {
  const { actor, query } = request
  const source = sourceOf(request, [...orderedFields(request.order), group])
  const isRest = columns.some(({ key }) => key === null)
  const keys = columns.map(({ place, key }) => `(${place}, ${key ?? 0}::int8)`).join(', ')
  const test = isRest ? 'is null' : '= k.key'
  const order = orderSql(request, source)
  let found = `${foundSql(request, source, params)} and ${source.columnOf(group).sql} ${test}`
  // The fence keeps PostgreSQL from walking along the order; only the record's own can be sorted by behind it.
  const isFenced = columns.some(({ isSmall }) => isSmall) && order.startsWith('r.archived')
  if (isFenced && !source.isNarrow) found = `from (select r.* ${found} offset 0) r`
  const sent = source.isNarrow ? 'r.record_id' : 'r.*'
  const window = spanSql(request, source, { columns: sent, found }, { limit: query.pageSize, offset: 0 })
  const cards = `(select w.*, row_number() over () as at from (${window}) w)`
  const from = source.isNarrow
    ? `${cards} c join record_fenced r on r.tenant_id = ${actor.tenantId} and r.record_id = c.record_id`
    : `${cards} r`
  return `(select ${writing.columns.join(', ')}, k.place
    from (values ${keys}) k(place, key) cross join lateral ${from} ${writing.joins}
    order by k.place, ${source.isNarrow ? 'c' : 'r'}.at)`
}
