import { fold } from '@steward/conditions'
import { keptColumnSql, valueChangesSql, type CatalogueField } from '../field/index.ts'
import type { Reckoning } from '../currency/index.ts'
import {
  columnAtPath,
  columnOf,
  pathJoin,
  searchedName,
  type PathName,
  type ReachedField,
  type RecordColumn,
} from '../record-rule/index.ts'
import { ruleSql } from '../rule-source/index.ts'
import { isCountedField } from './record-list.count.ts'
import { isScoped, scopeSql } from './record-list.policy.ts'
import type { MatchRequest, Params } from './record-list.request.ts'

/** The name of the record `r` as its indexes have it. */
export const foldedName = searchedName('r')

/** A pattern for `like` over folded text that finds a part of it. */
export function likePattern(text: string): string {
  return `%${fold(text).replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}

/** What a statement asks about: fields of the record itself, and others by the path that leads to them. */
export type Asked = CatalogueField | PathName

/** Where a list finds its records, and where the fields lie that it asks about. */
export interface Source {
  /** Whether its `r` are rows of `record_value` and not records. */
  isNarrow: boolean
  /** `from` and the beginning of `where`. Tenant, level and fields stand as literals, by which partial indexes are chosen. */
  sql: string
  /** A field of the record itself. */
  columnOf(field: CatalogueField): RecordColumn
  /** A field of the record, of a parent or of the owner; the path to it must have been asked about. */
  reachedColumn(reached: ReachedField): RecordColumn
  /** The row of `record_value` that has the value of a field; null where it is read from the record. */
  rowOf(field: CatalogueField): string | null
  /** How often that was written which is read; null where more is read than kept values. */
  changes: string | null
}

/** Whether nothing is asked that takes the whole record. */
function isPlain({ actor, query }: MatchRequest): boolean {
  return !(isScoped(actor) || query.query || query.ids || query.myEntitiesOnly)
}

/** What a reached field has to be asked about as. */
export function askedOf({ field, parent }: ReachedField): Asked {
  return parent ?? field
}

/** The row that a path leads to. */
export function rowAtPath(path: PathName): string {
  return `p_${path}`
}

/** Whether lists read a field from its kept values: those of amounts are in the base. */
function isKept({ kept, dataType }: CatalogueField, { isInBase }: Reckoning): boolean {
  return kept && (dataType !== 'currency' || isInBase)
}

function keptColumn(field: CatalogueField, row: string): RecordColumn | undefined {
  const column = keptColumnSql(field.kind, row)
  return column && field.dataType === 'currency' ? { ...column, isSet: `${row}.id is not null` } : column
}

/**
 * Where a list finds its records, given what is asked about beside its filter. The values of kept fields
 * are read from `record_value`, and where these and what is beside them are enough nothing else is:
 * their rows are narrow, and an index holds them whole. Parents and owners are joined, so that a large
 * level reads each of them once.
 */
export function sourceOf(request: MatchRequest, more: readonly Asked[] = []): Source {
  const { actor, level, rule, reckoning } = request
  const reached = [...rule.fields].flatMap((name) => rule.find(name) ?? [])
  const asked = [...new Set([...reached.map(askedOf), ...more])]
  const paths = asked.filter((one) => typeof one === 'string')
  const fields = asked.filter((one) => typeof one !== 'string')
  const kept = fields.filter((field) => isKept(field, reckoning))
  const isEnough =
    paths.length === 0 && fields.every((field) => isKept(field, reckoning) || isCountedField(field))
  const first = isEnough && isPlain(request) ? kept[0] : undefined
  const rowOf = (field: CatalogueField) => (field === first ? 'r' : `v${field.key}`)
  const valuesOf = (field: CatalogueField) =>
    `${rowOf(field)}.tenant_id = ${actor.tenantId} and ${rowOf(field)}.field_id = ${field.key}`
  const joins = [
    ...kept
      .filter((field) => field !== first)
      .map(
        (field) =>
          `join record_value_fenced ${rowOf(field)} on ${valuesOf(field)} and ${rowOf(field)}.record_id = r.record_id`,
      ),
    ...paths.map((path) => pathJoin(path, actor, rowAtPath(path), true)),
  ]
  const [table, where] = first
    ? ['record_value_fenced', valuesOf(first)]
    : ['record_fenced', `r.tenant_id = ${actor.tenantId} and r.level = ${level}`]
  const columnIn = (field: CatalogueField) =>
    (isKept(field, reckoning) && keptColumn(field, rowOf(field))) || columnOf(field, 'r', reckoning)
  return {
    isNarrow: first !== undefined,
    changes: first ? valueChangesSql(actor.tenantId, kept) : null,
    sql: `from ${table} r ${joins.join(' ')} where ${where}`,
    rowOf: (field) => (isKept(field, reckoning) ? rowOf(field) : null),
    columnOf: columnIn,
    reachedColumn: (one) =>
      one.parent === null ? columnIn(one.field) : columnAtPath(one, rowAtPath(one.parent), reckoning),
  }
}

/** Where a list finds its records, and which of them are its. */
export function foundSql(request: MatchRequest, source: Source, params: Pick<Params, 'add'>): string {
  const { actor, level, query, rule, today } = request
  const conditions = [source.sql]
  const matches = ruleSql(rule, today, params.add, source.reachedColumn)
  if (matches !== 'true') conditions.push(matches)
  if (query.query) conditions.push(`${foldedName} like ${params.add(likePattern(query.query))}`)
  if (query.pipelineType && level === 4) conditions.push(`r.pipeline_type = ${query.pipelineType}`)
  if (query.myEntitiesOnly && level !== 3) conditions.push(`r.owners @> array[${actor.userId}]`)
  if (query.ids) conditions.push(`r.record_id = any(${params.add(query.ids)}::bigint[])`)
  const scope = scopeSql(actor, 'r', level)
  if (scope !== 'true') conditions.push(scope)
  return conditions.join(' and ')
}

/** How many match, by lifecycle stage. */
export function countSql(request: MatchRequest, params: Params): string {
  return `select r.stage_id as "stageId", count(*) as n ${foundSql(request, sourceOf(request), params)} group by r.stage_id`
}

/** The ids of all records that match, as record_id. */
export function matchedSql(request: MatchRequest, param: (value: unknown) => string): string {
  return `select r.record_id ${foundSql(request, sourceOf(request), { add: param })}`
}
