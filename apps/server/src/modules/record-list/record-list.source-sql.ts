import type { LevelId } from '@steward/contracts/level'
import { fold } from '@steward/conditions'
import {
  indexMarkSql,
  slotColumnSql,
  valueChangesSql,
  type CatalogueField,
  type Slots,
} from '../field/index.ts'
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
  /** Whether its `r` are rows of `record_slot` and not records. */
  isNarrow: boolean
  /** `from` and the beginning of `where`. Tenant and level stand as literals, by which partial indexes are chosen. */
  sql: string
  /** A field of the record itself. */
  columnOf(field: CatalogueField): RecordColumn
  /** A field of the record, of a parent or of the owner; the path to it must have been asked about. */
  reachedColumn(reached: ReachedField): RecordColumn
  /** Whether a field of the record itself is read from its slot, and an index has these slots in order. */
  isOrdered(field: CatalogueField): boolean
  /** The SQL of the currency of an amount of the record, where its slot is read; else null. */
  currencyOf(field: CatalogueField): string | null
  /** How often that was written which is read; null where lists remember nothing of it. */
  changes: string | null
}

/** The slots of the records of each level. */
export const slotRowsOf: Readonly<Record<LevelId, string>> = {
  1: 'record_slot_1_fenced',
  2: 'record_slot_2_fenced',
  3: 'record_slot_3_fenced',
  4: 'record_slot_4_fenced',
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

/** The slots that a field is read from: those of amounts are in the base. */
function slotsRead(
  { slots, isSlotCurrent, dataType }: CatalogueField,
  { isInBase }: Reckoning,
): Slots | null {
  return isSlotCurrent && (dataType !== 'currency' || isInBase) ? slots : null
}

/** The kinds of fields whose slots have the order in which lists are sorted by them. */
const ordered: ReadonlySet<string> = new Set(['number', 'date'])

/** The marks by which the indexes on the slots of fields are considered, those that are ready. */
const marksOf = (fields: readonly CatalogueField[], alias: string): string[] =>
  fields.flatMap(({ indexed, fieldId }) => (indexed && fieldId ? indexMarkSql(fieldId, alias) : []))

/**
 * Where a list finds its records, given what is asked about beside its filter. Where the fields in slots and what is
 * beside these are enough, nothing but these narrow rows is read; else they are joined. Parents and owners are joined,
 * so that a large level reads each of them once.
 */
export function sourceOf(request: MatchRequest, more: readonly Asked[] = []): Source {
  const { actor, level, rule, reckoning } = request
  const reached = [...rule.fields].flatMap((name) => rule.find(name) ?? [])
  const asked = [...new Set([...reached.map(askedOf), ...more])]
  const paths = asked.filter((one) => typeof one === 'string')
  const fields = asked.filter((one) => typeof one !== 'string')
  const inSlots = fields.filter((field) => slotsRead(field, reckoning))
  const isEnough =
    paths.length === 0 && fields.every((field) => inSlots.includes(field) || isCountedField(field))
  const isNarrow = isEnough && inSlots.length > 0 && isPlain(request)
  const slotRows = slotRowsOf[level]
  const { rows, row, ofLevel } = isNarrow
    ? { rows: slotRows, row: 'r', ofLevel: [] }
    : { rows: 'record_fenced', row: 'v', ofLevel: [`r.level = ${level}`] }
  const found = [`r.tenant_id = ${actor.tenantId}`, ...ofLevel, ...marksOf(inSlots, row)].join(' and ')
  const joins = [
    ...(inSlots.length > 0 && !isNarrow
      ? [`join ${slotRows} v on v.tenant_id = ${actor.tenantId} and v.record_id = r.record_id`]
      : []),
    ...paths.map((path) => pathJoin(path, actor, rowAtPath(path), true)),
  ]
  const columnIn = (field: CatalogueField): RecordColumn => {
    const slots = slotsRead(field, reckoning)
    return slots ? slotColumnSql({ kind: field.kind, slots }, row) : columnOf(field, 'r', reckoning)
  }
  const isWatched = isNarrow && inSlots.every(({ indexed }) => indexed)
  const fieldIds = inSlots.flatMap(({ fieldId }) => fieldId ?? [])
  return {
    isNarrow,
    changes: isWatched ? valueChangesSql(actor.tenantId, level, fieldIds) : null,
    sql: `from ${rows} r ${joins.join(' ')} where ${found}`,
    currencyOf: (field) => {
      const currency = slotsRead(field, reckoning)?.currency
      return currency ? `${row}.${currency}` : null
    },
    columnOf: columnIn,
    isOrdered: (field) => field.indexed && ordered.has(field.kind) && slotsRead(field, reckoning) !== null,
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
