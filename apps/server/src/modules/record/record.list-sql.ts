import { fold } from '@steward/conditions'
import type { ListQuery } from '@steward/contracts/record'
import type { LevelId } from '@steward/contracts/level'
import type { Actor } from '../../platform/actor.ts'
import { keptColumnSql, type CatalogueField } from '../field/index.ts'
import { columnOf, searchedName, type RecordColumn } from './record.columns.ts'
import { keptCountsSql } from './record.count.ts'
import { filterSql, isCountedField, type Filter } from './record.filter.ts'
import { isScoped, scopeSql } from './record.policy.ts'
import { stateColumns } from './record.state.ts'

/** Collects the values of a statement. */
export interface Params {
  values: unknown[]
  add(value: unknown): string
}

/** Numbers and days, and lists of them: nothing in them could end a literal. */
const harmless = /^[-\d.,{}]+$/

/**
 * Numbers and days stand in the text as literals, so that a list that is asked for again is prepared
 * by then; everything else is a parameter.
 */
export function createParams(): Params {
  const values: unknown[] = []
  return {
    values,
    add(value) {
      if (typeof value === 'string' && harmless.test(value)) return `'${value}'`
      values.push(value)
      return `$${values.length}`
    },
  }
}

/** Ids in the order in which people read them: options as listed, users and stages by place or name. */
export type Ranks = (field: CatalogueField) => readonly number[] | undefined

export interface ListRequest {
  actor: Actor
  level: LevelId
  query: ListQuery
  filter: Filter
  today: string
  sort: CatalogueField
  ranks: Ranks
  /** Custom fields whose values are sent. */
  customFields: readonly CatalogueField[]
}

/** A pattern for `like` over folded text that finds a part of it. */
export function likePattern(text: string): string {
  return `%${fold(text).replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}

/** The row of `record_value` that is joined for a kept field. */
function joinedRow(field: CatalogueField): string {
  return `v${field.key}`
}

/** Where a list finds its records, and where the fields lie that it asks about. */
interface Source {
  /** Whether its `r` are rows of `record_value` and not records. */
  isNarrow: boolean
  /** `from` and the beginning of `where`. Tenant, level and fields stand as literals, by which partial indexes are chosen. */
  sql: string
  columnOf(field: CatalogueField): RecordColumn
}

/** The kept field whose rows alone answer a list: it asks about that field and what is counted, nothing else. */
function narrowField(request: ListRequest, asked: readonly CatalogueField[]): CatalogueField | undefined {
  const { actor, query, filter } = request
  const kept = new Set(asked.filter((field) => field.kept))
  const asksParents = [...filter.fields].some((name) => filter.reach(name)?.parent)
  const isPlain = !(isScoped(actor) || query.query || query.ids || query.myEntitiesOnly || asksParents)
  const isEnough = asked.every((field) => field.kept || isCountedField(field))
  return isPlain && isEnough && kept.size === 1 ? [...kept][0] : undefined
}

function valuesOf(tenantId: number, field: CatalogueField, row: string): string {
  return `${row}.tenant_id = ${tenantId} and ${row}.field_id = ${field.key}`
}

/**
 * Where a list finds its records in the given order, or counts them where there is none. The values of
 * kept fields are read from `record_value`, and where one of them is enough nothing else is: its rows are
 * narrow, and an index holds them whole.
 */
function sourceOf(request: ListRequest, order: readonly CatalogueField[]): Source {
  const { actor, level, filter } = request
  const reached = [...filter.fields].flatMap((name) => filter.reach(name) ?? [])
  const own = reached.filter(({ parent }) => parent === null).map(({ field }) => field)
  const asked = [...new Set([...own, ...order])]
  const narrow = narrowField(request, asked)
  if (narrow) {
    return {
      isNarrow: true,
      sql: `from record_value_fenced r where ${valuesOf(actor.tenantId, narrow, 'r')}`,
      columnOf: (field) => (field === narrow && keptColumnSql(field.kind, 'r')) || columnOf(field, 'r'),
    }
  }
  const joins = asked
    .filter((field) => field.kept)
    .map((field) => {
      const row = joinedRow(field)
      const values = valuesOf(actor.tenantId, field, row)
      return `join record_value_fenced ${row} on ${values} and ${row}.record_id = r.record_id`
    })
  return {
    isNarrow: false,
    sql: `from record_fenced r ${joins.join(' ')} where r.tenant_id = ${actor.tenantId} and r.level = ${level}`,
    columnOf: (field) => (field.kept && keptColumnSql(field.kind, joinedRow(field))) || columnOf(field, 'r'),
  }
}

/** Where a list finds its records, and which of them are its. */
function foundSql(request: ListRequest, source: Source, params: Params): string {
  const { actor, level, query, filter, today } = request
  const conditions = [source.sql]
  const rule = filterSql(filter, actor, today, params.add, source.columnOf)
  if (rule !== 'true') conditions.push(rule)
  if (query.query) conditions.push(`${searchedName('r')} like ${params.add(likePattern(query.query))}`)
  if (query.pipelineType && level === 4) conditions.push(`r.pipeline_type = ${query.pipelineType}`)
  if (query.myEntitiesOnly && level !== 3) conditions.push(`r.owners @> array[${actor.userId}]`)
  if (query.ids) conditions.push(`r.record_id = any(${params.add(query.ids)}::bigint[])`)
  const scope = scopeSql(actor, 'r', level)
  if (scope !== 'true') conditions.push(scope)
  return conditions.join(' and ')
}

function byRank(ids: readonly number[], expression: string): string {
  return ids.length === 0
    ? 'null::int'
    : `array_position(array[${ids.join(',')}]::int8[], ${expression}::int8)`
}

const recordTypes: ReadonlySet<string> = new Set(['organization', 'account', 'contact'])

/** The id by which a ranked field is sorted: the first of several. */
function rankedId(field: CatalogueField, source: Source): string {
  if (field.dataType === 'owner') return 'r.owners[1]'
  const { sql } = source.columnOf(field)
  return field.dataType === 'multiPicklist' ? `(${sql}->0)` : sql
}

/** What a field is sorted by; null where the records' own order serves. */
function sortExpression({ sort, ranks, actor }: ListRequest, source: Source): string | null {
  if (sort.key === 'name') return null
  const column = source.columnOf(sort)
  if (recordTypes.has(sort.dataType)) {
    return `(select p.name_folded from record_fenced p where p.tenant_id = ${actor.tenantId} and p.record_id = ${column.sql})`
  }
  const ranked = ranks(sort)
  if (ranked) return byRank(ranked, rankedId(sort, source))
  return column.sort ?? column.folded ?? column.sql
}

/** Archived last, churned after the rest, then by name, unless one column is asked for. */
function orderSql(request: ListRequest, source: Source): string {
  const down = request.query.sortDirection === 'DESC'
  const direction = down ? 'desc' : 'asc'
  const expression = sortExpression(request, source)
  if (expression !== null) return `${expression} ${direction} nulls last, r.record_id ${direction}`
  const rest = `r.name_folded ${direction}, r.record_id ${direction}`
  return down ? `r.archived desc, r.churned desc, ${rest}` : `r.archived, r.churned, ${rest}`
}

const builtInColumns = stateColumns.filter((column) => column !== 'custom').map((column) => `r.${column}`)

/** The columns of one record with the names of its parents, over `parentJoins`. */
export const presentedColumns = `${builtInColumns.join(', ')}, r.custom, r.created_at::text, r.updated_at::text,
  o.name as organization_name, a.name as account_name`

/** `tenant` is a number or a placeholder. */
export function parentJoins(tenant: number | string): string {
  return `left join record_fenced o on o.tenant_id = ${tenant} and o.record_id = r.organization_id
     left join record_fenced a on a.tenant_id = ${tenant} and a.record_id = r.account_id`
}

/** The columns of a page by their names; after them come the custom values that were asked for, as text. */
export const pageColumns = [
  ...stateColumns.filter((column) => column !== 'custom'),
  'created_at',
  'updated_at',
  'organization_name',
  'account_name',
  'counts',
  'stages',
] as const

/** From here on, a page finds its ids in the index first and reads the records after. */
const deepOffset = 500

/** The records of a page in their places. What is shown of them is worked out outside, not for those skipped. */
function windowSql(request: ListRequest, params: Params): string {
  const { actor, query } = request
  const offset = (query.page - 1) * query.pageSize
  const source = sourceOf(request, [request.sort])
  const isApart = offset >= deepOffset || source.isNarrow
  const window = `select ${isApart ? 'r.record_id' : 'r.*'} ${foundSql(request, source, params)}
    order by ${orderSql(request, source)} limit ${query.pageSize} offset ${offset}`
  const placed = `(select w.*, row_number() over () as place from (${window}) w)`
  if (!isApart) return `${placed} r`
  return `${placed} found join record_fenced r on r.tenant_id = ${actor.tenantId} and r.record_id = found.record_id`
}

function parentName(actor: Actor, id: string): string {
  return `(select p.name from record_fenced p where p.tenant_id = ${actor.tenantId} and p.record_id = r.${id})`
}

/**
 * One page of a list with its totals, which are of the same moment: the first row brings the kept
 * counts, and what matches by stage where the kept counts do not tell.
 */
export function pageSql(request: ListRequest, params: Params, hasKeptTotals: boolean): string {
  const { actor, level } = request
  const stages = hasKeptTotals ? 'null' : `(select json_agg(c) from (${countSql(request, params)}) c)`
  const values = request.customFields.map((field) => `, r.custom->>'${field.key}'`)
  return `select ${builtInColumns.join(', ')}, r.created_at::text, r.updated_at::text,
      ${parentName(actor, 'organization_id')} as organization_name, ${parentName(actor, 'account_id')} as account_name,
      case when place = 1 then ${keptCountsSql(actor.tenantId, level)} end as counts,
      case when place = 1 then ${stages} end as stages${values.join('')}
    from ${windowSql(request, params)} order by place`
}

/** How many match, by lifecycle stage. */
export function countSql(request: ListRequest, params: Params): string {
  return `select r.stage_id as "stageId", count(*) as n ${foundSql(request, sourceOf(request, []), params)} group by r.stage_id`
}
