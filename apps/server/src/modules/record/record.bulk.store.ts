import { recordChanged } from '@steward/contracts/event/record.event'
import type { LevelId } from '@steward/contracts/level'
import { changeKindIds } from '@steward/contracts/record-history'
import { causeJson } from '../../platform/db/cause.ts'
import { query, type Tx } from '../../platform/db/database.ts'
import { announceEvents } from '../../platform/db/event.announcement.ts'
import type { SlotField } from '../field/index.ts'
import { actValues, factsSql, openSql, reopenSql, type ActOf } from './record.change-set.ts'
import { countMovesSql, countSlot } from './record.count.ts'
import { noteChangesSql, readSlots, touchedSlots, updateSlotsSql, wholeRecords } from './record.slot.ts'
import { columnByKey } from './record.state.ts'

/** Gives a value its place among the parameters of a statement; answers the placeholder. */
export type Param = (value: unknown) => string

type BuiltInKey = keyof typeof columnByKey

/** Values that are unique, or move other records too, go through the door record by record. */
const doorOnly: ReadonlySet<string> = new Set(['organizationId', 'accountId', 'externalId'])

/** Whether values by these keys can be written in bulk. */
export function isBulkWritable(keys: readonly string[]): boolean {
  return keys.every((key) => !doorOnly.has(key))
}

const types: Readonly<Record<string, string>> = {
  pulse: 'smallint',
  pipelineType: 'smallint',
  statusId: 'smallint',
  stageId: 'integer',
  health: 'numeric',
  churned: 'boolean',
  archived: 'boolean',
  churnDate: 'date',
  churnReason: 'integer',
  churnAmount: 'jsonb',
}

const flags: ReadonlySet<string> = new Set(['churned', 'archived'])
const countedColumns = {
  stageId: 'stage_id',
  archived: 'archived',
  churned: 'churned',
  pipelineType: 'pipeline_type',
  statusId: 'status_id',
} as const

/** Whether a write of these keys may move counts. */
function movesCounts(keys: readonly string[]): boolean {
  return keys.some((key) => key in countedColumns)
}

const isBuiltIn = (key: string): key is BuiltInKey => key in columnByKey

/** The value of a key in record `r` as JSON; SQL null where it is unset. */
export function presentValueSql(key: string, r: string): string {
  if (!isBuiltIn(key)) {
    // The key goes into the text of the statement: only an id may.
    if (!/^[1-9]\d*$/.test(key)) throw new Error(`"${key}" is no key of a record.`)
    return `${r}.custom->'${key}'`
  }
  return key === 'owners' ? `nullif(to_jsonb(${r}.owners), '[]')` : `to_jsonb(${r}.${columnByKey[key]})`
}

/** A JSON value as its column has it. */
function columnValueSql(key: BuiltInKey, json: string): string {
  if (key === 'owners') {
    return `array(select e.x::integer from jsonb_array_elements_text(coalesce(${json}, '[]')) with ordinality e(x, o) order by e.o)`
  }
  return `(${json} #>> '{}')::${types[key] ?? 'text'}`
}

/** The columns that a write sets, from the values `n0`, `n1` … of row `n`. */
function assignments(keys: readonly string[]): string {
  const columns = keys.flatMap((key, at) =>
    isBuiltIn(key) ? [`${columnByKey[key]} = ${columnValueSql(key, `n.n${at}`)}`] : [],
  )
  const custom = keys.flatMap((key, at) => (isBuiltIn(key) ? [] : [{ key, value: `n.n${at}` }]))
  if (custom.length === 0) return columns.join(', ')
  const next = custom.reduce(
    (json, { key, value }) => `jsonb_set_lax(${json}, '{${key}}', ${value}, true, 'delete_key')`,
    'r.custom',
  )
  return [...columns, `custom = ${next}`].join(', ')
}

function pairsSql(keys: readonly string[], prefix: 'c' | 'n'): string {
  const pair = (key: string, at: number): string => `jsonb_build_object('${key}', l.${prefix}${at})`
  if (keys.length === 1) return pair(keys[0] as string, 0)
  return keys
    .map((key, at) => `case when l.n${at} is distinct from l.c${at} then ${pair(key, at)} else '{}' end`)
    .join(' || ')
}

/** The values by which records are counted after the write, and before it where the write moves counts. */
function countedSql(keys: readonly string[], moves: boolean): string {
  return Object.entries(countedColumns)
    .map(([key, column]) => {
      const at = keys.indexOf(key)
      const next = at < 0 ? `l.${column}` : `${columnValueSql(key as BuiltInKey, `l.n${at}`)} as ${column}`
      return moves ? `${next}, l.${column} as was_${column}` : next
    })
    .join(', ')
}

const countedNow = Object.values(countedColumns).join(', ')
const countedThen = Object.values(countedColumns)
  .map((column) => `was_${column} as ${column}`)
  .join(', ')

function lockedSql(keys: readonly string[]): string {
  const values = keys.map((key, at) => {
    const unset = flags.has(key) ? `'false'` : 'null'
    const present = presentValueSql(key, 'r')
    return `${present} as c${at},
      case when a.v ? '${key}' then coalesce(nullif(a.v->'${key}', 'null'), ${unset}) else ${present} end as n${at}`
  })
  return `select r.record_id, r.level, r.version, ${Object.values(countedColumns)
    .map((column) => `r.${column}`)
    .join(', ')}, ${values.join(', ')}
    from asked a join record r on r.tenant_id = $1 and r.record_id = a.record_id
    where r.level = $2 order by r.record_id for no key update of r`
}

function openedSql(changeSetId: number | undefined): string {
  const hasChanges = 'where exists (select from next)'
  return changeSetId === undefined
    ? openSql(4, hasChanges)
    : reopenSql('$4', hasChanges.replace('where', 'and'))
}

/**
 * The whole write as one statement. Parameters: $1 tenant, $2 level, $3 time; $4 the change set to go on
 * with, or from $4 on what describes the act of a new one; those of the source follow.
 */
function bulkStatement(
  keys: readonly string[],
  { source, slot, cause }: { source: string; slot: string; cause: string },
  { level, slots }: { level: LevelId; slots: readonly SlotField[] },
  changeSetId: number | undefined,
): string {
  const moves = movesCounts(keys)
  const differs = keys.map((_, at) => `l.n${at} is distinct from l.c${at}`).join(' or ')
  // One value each needs no gathering.
  const asked =
    keys.length === 1
      ? `select s.record_id, jsonb_build_object(s.key, s.value) as v from (${source}) s`
      : `select s.record_id, jsonb_object_agg(s.key, s.value) as v from (${source}) s group by s.record_id`
  const counts = `select level, ${countedThen}, -1 as n from next union all select level, ${countedNow}, 1 from next`
  const written = [...(moves ? [wholeRecords] : []), ...slots.map(({ fieldId }) => fieldId)]
  const aside = updateSlotsSql(
    level,
    slots,
    { rows: 'next i', valueOf: (id) => `i.n${keys.indexOf(String(id))}` },
    moves,
  )
  return `with asked as materialized (${asked}),
    locked as materialized (${lockedSql(keys)}),
    next as materialized (
      select l.record_id, l.level, l.version + 1 as version, ${countedSql(keys, moves)},
        ${keys.map((_, at) => `l.n${at}`).join(', ')},
        ${pairsSql(keys, 'c')} as before, ${pairsSql(keys, 'n')} as after
      from locked l where ${differs}),
    changed as (
      update record r set version = n.version, updated_at = $3, ${assignments(keys)}
      from next n where r.tenant_id = $1 and r.record_id = n.record_id),
    opened as (${openedSql(changeSetId)}),
    told as (
      insert into event (tenant_id, type, version, payload, at)
      select $1, '${recordChanged.name}', ${recordChanged.version}, jsonb_build_object(${factsSql('o')}, 'level', $2::int,
        'records', (select count(*) from next), 'firstId', (select min(record_id) from next),
        'lastId', (select max(record_id) from next)) || ${cause}::jsonb, $3 from opened o),
    ${written.length > 0 ? `aside as (${aside}), ${noteChangesSql(level, written, 'exists (select from next)')},` : ''}
    ${moves ? `moved as (${countMovesSql(counts, slot)}),` : ''}
    kept as (
      insert into change (tenant_id, change_set_id, record_id, kind, version, before, after)
      select $1, o.change_set_id, n.record_id, ${changeKindIds.update}, n.version, n.before, n.after from next n, opened o)
    select (select change_set_id from opened) as "changeSetId", (select count(*) from next) as changed,
      (select count(*) from locked) as seen`
}

export interface ValueWrite {
  level: LevelId
  /** Every key that the source may yield: as in a state. */
  keys: readonly string[]
  /** SQL of the rows (record_id bigint, key text, value jsonb), one for each record and key; null clears. */
  source: (param: Param) => string
}

export interface GivenValue {
  recordId: number
  key: string
  /** null clears. */
  value: unknown
}

/** The source of a write of values that are at hand. */
export function givenValues(values: readonly GivenValue[]): ValueWrite['source'] {
  return (param) => {
    const ids = param(values.map(({ recordId }) => recordId))
    const keys = param(values.map(({ key }) => key))
    const json = param(values.map(({ value }) => (value === null ? null : JSON.stringify(value))))
    return `select u.record_id, u.key, u.value::jsonb as value
      from unnest(${ids}::bigint[], ${keys}::text[], ${json}::text[]) as u(record_id, key, value)`
  }
}

export interface ValuesWritten {
  /** Null when nothing differed and no change set was there to continue with. */
  changeSetId: number | null
  changed: number
  /** Records of the level that the source named, changed or not. */
  seen: number
}

/**
 * Writes one value for each key into many records of a level in one statement: the records where they
 * differ, their ledger rows, slots and counts, the change set and its event, which reports each
 * call that changed something. Locks in the order of ids. Checks nothing: that is the caller's.
 */
export async function writeValues(tx: Tx, act: ActOf, write: ValueWrite): Promise<ValuesWritten> {
  const { keys, level } = write
  if (keys.length === 0 || !isBulkWritable(keys))
    throw new Error(`Not to be written in bulk: ${keys.join(', ')}`)
  const values: unknown[] = [act.actor.tenantId, level, act.at]
  const param: Param = (value) => `$${values.push(value)}`
  if (act.changeSetId === undefined) values.push(...actValues(act))
  else values.push(act.changeSetId)
  const source = write.source(param)
  const slot = movesCounts(keys) ? `${param(countSlot())}::smallint` : ''
  const slots = touchedSlots(await readSlots(tx, act.actor.tenantId, level), new Set(keys))
  const [row] = await query<ValuesWritten>(
    tx,
    bulkStatement(keys, { source, slot, cause: param(causeJson()) }, { level, slots }, act.changeSetId),
    values,
  )
  const { changeSetId, changed, seen } = row as ValuesWritten
  if (changed > 0) announceEvents(tx, act.actor.tenantId)
  return { changeSetId: changeSetId ?? act.changeSetId ?? null, changed, seen }
}

/** Marks acts as forgotten: nothing is left that they could be undone on. */
export async function forgetActs(
  tx: Tx,
  tenantId: number,
  changeSetIds: readonly number[],
  at: Date,
): Promise<void> {
  await query(
    tx,
    `/*record.forget*/ update change_set set forgotten_at = $3
     where tenant_id = $1 and change_set_id = any($2::bigint[]) and forgotten_at is null`,
    [tenantId, changeSetIds, at],
  )
}

/** Finds the acts on some records whose records are all gone. */
export async function listSpentActs(
  tx: Tx,
  tenantId: number,
  recordIds: readonly number[],
): Promise<number[]> {
  const rows = await query<{ id: number }>(
    tx,
    `/*record.spent*/ select distinct c.change_set_id as id from change c
     where c.tenant_id = $1 and c.record_id = any($2::bigint[]) and not exists (
       select from change o join record r on r.tenant_id = $1 and r.record_id = o.record_id
       where o.tenant_id = $1 and o.change_set_id = c.change_set_id)`,
    [tenantId, recordIds],
  )
  return rows.map(({ id }) => id)
}
