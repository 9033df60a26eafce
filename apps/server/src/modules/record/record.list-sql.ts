import { fold } from '@steward/conditions'
import type { ListQuery } from '@steward/contracts/record'
import type { LevelId } from '@steward/contracts/level'
import type { Actor } from '../../platform/actor.ts'
import type { CatalogueField } from '../field/index.ts'
import { columnOf, searchedName } from './record.columns.ts'
import { filterSql, type Filter } from './record.filter.ts'
import { scopeSql } from './record.policy.ts'
import { stateColumns } from './record.state.ts'

/** Collects the values of a statement. */
export interface Params {
  values: unknown[]
  add(value: unknown): string
}

export function createParams(): Params {
  const values: unknown[] = []
  return {
    values,
    add(value) {
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
  sort: CatalogueField | undefined
  ranks: Ranks
  /** Custom fields whose values are sent. */
  customFields: readonly CatalogueField[]
}

/** A pattern for `like` over folded text that finds a part of it. */
export function likePattern(text: string): string {
  return `%${fold(text).replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}

/**
 * The condition of a list. Tenant and level stand as literals: partial indexes are chosen by them.
 */
function whereSql(request: ListRequest, params: Params): string {
  const { actor, level, query, filter, today } = request
  const conditions = [`r.tenant_id = ${actor.tenantId}`, `r.level = ${level}`]
  const rule = filterSql(filter, actor, today, params.add)
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
function rankedId(field: CatalogueField): string {
  if (field.dataType === 'owner') return 'r.owners[1]'
  const { sql } = columnOf(field, 'r')
  return field.dataType === 'multiPicklist' ? `(${sql}->0)` : sql
}

/** What a field is sorted by; null where the records' own order serves. */
function sortExpression({ sort, ranks, actor }: ListRequest): string | null {
  if (!sort || sort.key === 'name') return null
  const column = columnOf(sort, 'r')
  if (recordTypes.has(sort.dataType)) {
    return `(select p.name_folded from record_fenced p where p.tenant_id = ${actor.tenantId} and p.record_id = ${column.sql})`
  }
  const ranked = ranks(sort)
  if (ranked) return byRank(ranked, rankedId(sort))
  return column.sort ?? column.folded ?? column.sql
}

/** Archived last, churned after the rest, then by name, unless one column is asked for. */
function orderSql(request: ListRequest): string {
  const down = request.query.sortDirection === 'DESC'
  const direction = down ? 'desc' : 'asc'
  const expression = sortExpression(request)
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

/** The columns of a page: of custom values only those asked for, as a list in the order of the fields. */
function pageColumns(fields: readonly CatalogueField[]): string {
  const values = fields.map((field) => `r.custom->'${field.key}'`)
  return `${builtInColumns.join(', ')}, jsonb_build_array(${values.join(', ')}) as custom_values, r.created_at::text, r.updated_at::text`
}

/** From here on, a page finds its ids in the index first and reads the records after. */
const deepOffset = 500

/** One page of a list. */
export function pageSql(request: ListRequest, params: Params): string {
  const { actor, query } = request
  const columns = pageColumns(request.customFields)
  const where = whereSql(request, params)
  const order = orderSql(request)
  const offset = (query.page - 1) * query.pageSize
  const window = `limit ${query.pageSize} offset ${offset}`
  if (offset < deepOffset)
    return `select ${columns} from record_fenced r where ${where} order by ${order} ${window}`
  return `with found as materialized (
      select record_id, row_number() over () as place from (
        select r.record_id from record_fenced r where ${where} order by ${order} ${window}) ids)
    select ${columns} from found f
    join record_fenced r on r.tenant_id = ${actor.tenantId} and r.record_id = f.record_id
    order by f.place`
}

/** How many match, by lifecycle stage. */
export function countSql(request: ListRequest, params: Params): string {
  return `select r.stage_id, count(*) as n from record_fenced r where ${whereSql(request, params)} group by r.stage_id`
}
