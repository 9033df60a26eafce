import type { LevelId } from '@steward/contracts/level'
import type { Actor } from '../../platform/actor.ts'
import { query, type Db, type Tx } from '../../platform/db/database.ts'
import { scopeSql } from './record.policy.ts'
import { presentValueSql, type Param } from './record.set-sql.ts'
import type { StateValue, Values } from './record.state.ts'

export type MassMode = 'set' | 'add' | 'remove'

/** How the value of a key comes about; `first` puts one before what is there. */
export type KeyMode = MassMode | 'first'

/** One key of a mass change, and how its value comes about. */
export interface MassKey {
  key: string
  mode: KeyMode
  value: StateValue | null
  /** A value that is there stays. */
  whereUnset?: true
  /** Why a record is refused that would be left without any value; null where it may be. */
  emptyMessage: string | null
}

/** The records of a level that someone may change, and what happens to them. */
export interface MassScope {
  actor: Actor
  level: LevelId
  keys: readonly MassKey[]
}

/** The next value of a key of record `r` as JSON; SQL null where it becomes unset. */
function nextValueSql({ key, mode, value, whereUnset }: MassKey, param: Param): string {
  const given = `${param(JSON.stringify(value))}::jsonb`
  if (whereUnset) return `coalesce(${presentValueSql(key, 'r')}, nullif(${given}, 'null'))`
  if (mode === 'set') return `nullif(${given}, 'null')`
  const present = `coalesce(${presentValueSql(key, 'r')}, '[]')`
  if (mode === 'first') {
    return `${given} || coalesce((select jsonb_agg(e.x order by e.o)
      from jsonb_array_elements(${present}) with ordinality e(x, o) where not ${given} @> e.x), '[]')`
  }
  if (mode === 'remove') {
    return `(select jsonb_agg(e.x order by e.o) from jsonb_array_elements(${present}) with ordinality e(x, o) where not ${given} @> e.x)`
  }
  return `(select jsonb_agg(e.x order by e.o) from (
      select x, min(o) as o from jsonb_array_elements(${present} || ${given}) with ordinality t(x, o) group by x) e)`
}

/** The first reason why a record is refused, by the place of its key; SQL null where there is none. */
function refusalSql(keys: readonly MassKey[]): string {
  const cases = keys.flatMap(({ emptyMessage }, at) =>
    emptyMessage === null ? [] : [`when m.c${at} is not null and m.n${at} is null then ${at}`],
  )
  return cases.length === 0 ? 'null::int' : `case ${cases.join(' ')} end`
}

/** The records `m` of `targets` (record_id) that the actor may change, with what they hold and would hold. */
function massSql({ actor, level, keys }: MassScope, targets: string, param: Param): string {
  const values = keys.map(
    (key, at) => `${presentValueSql(key.key, 'r')} as c${at}, ${nextValueSql(key, param)} as n${at}`,
  )
  return `select m.*, ${refusalSql(keys)} as refusal from (
    select r.record_id, r.name, ${values.join(', ')}
    from (${targets}) t join record r on r.tenant_id = ${actor.tenantId} and r.record_id = t.record_id
    where r.level = ${level} and ${scopeSql(actor, 'r', level)}) m`
}

function differsSql(keys: readonly MassKey[]): string {
  return `(${keys.map((_, at) => `m.n${at} is distinct from m.c${at}`).join(' or ')})`
}

/** The source of a set-wise write: what the records of `ids` that are not refused would hold. */
export function massSource(scope: MassScope, ids: readonly number[]): (param: Param) => string {
  return (param) => {
    const targets = `select unnest(${param(ids)}::bigint[]) as record_id`
    const pairs = scope.keys.map(({ key }, at) => `('${key}', m.n${at})`).join(', ')
    return `select m.record_id, k.key, k.value from (${massSql(scope, targets, param)}) m
      cross join lateral (values ${pairs}) k(key, value) where m.refusal is null`
  }
}

export interface MassRecord {
  recordId: number
  name: string
}

export interface MassCounts {
  /** Records that the actor may change. */
  seen: number
  change: number
  /** How many are refused, by the place of the key that refuses them. */
  refused: { at: number; n: number }[]
}

/** What a mass change would come to, of records given by SQL. */
export async function countMass(
  db: Db | Tx,
  scope: MassScope,
  targets: (param: Param) => string,
): Promise<MassCounts> {
  const values: unknown[] = []
  const param: Param = (value) => `$${values.push(value)}`
  const rows = await query<{ at: number | null; seen: number; change: number }>(
    db,
    `select m.refusal as at, count(*) as seen, count(*) filter (where ${differsSql(scope.keys)}) as change
     from (${massSql(scope, targets(param), param)}) m group by 1`,
    values,
  )
  const counts: MassCounts = { seen: 0, change: 0, refused: [] }
  for (const { at, seen, change } of rows) {
    counts.seen += seen
    if (at === null) counts.change = change
    else counts.refused.push({ at, n: seen })
  }
  return counts
}

export interface MassSample extends MassRecord {
  before: Values
  after: Values
}

/** A few of the records that a mass change would change. */
export async function sampleMass(
  db: Db | Tx,
  scope: MassScope,
  targets: (param: Param) => string,
  limit: number,
): Promise<MassSample[]> {
  const values: unknown[] = []
  const param: Param = (value) => `$${values.push(value)}`
  // Values and not parts of a call, which takes a hundred at most.
  const pairs = (prefix: string): string =>
    `(select jsonb_object_agg(k.key, k.value) from (values ${scope.keys
      .map(({ key }, at) => `('${key}', m.${prefix}${at})`)
      .join(', ')}) k(key, value))`
  return query<MassSample>(
    db,
    `select m.record_id as "recordId", m.name, ${pairs('c')} as before, ${pairs('n')} as after
     from (${massSql(scope, targets(param), param)}) m
     where m.refusal is null and ${differsSql(scope.keys)} limit ${limit}`,
    values,
  )
}

/** Holds the records of a batch until the transaction ends, in the order in which every batch takes them. */
export async function lockMass(tx: Tx, { actor, level }: MassScope, ids: readonly number[]): Promise<void> {
  await query(
    tx,
    `/*record.lock*/ select from record
     where tenant_id = $1 and level = $2 and record_id = any($3::bigint[]) order by record_id for no key update`,
    [actor.tenantId, level, ids],
  )
}

/** The records of a batch that the change would leave without a value they need. */
export async function findRefused(
  tx: Tx,
  scope: MassScope,
  ids: readonly number[],
): Promise<(MassRecord & { at: number })[]> {
  const values: unknown[] = []
  const param: Param = (value) => `$${values.push(value)}`
  const targets = `select unnest(${param(ids)}::bigint[]) as record_id`
  return query(
    tx,
    `select m.record_id as "recordId", m.name, m.refusal as at
     from (${massSql(scope, targets, param)}) m where m.refusal is not null`,
    values,
  )
}

/** The names of those of a batch's records that the actor may change. */
export async function findChangeable(
  db: Db | Tx,
  actor: Actor,
  level: LevelId,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const rows = await query<MassRecord>(
    db,
    `select r.record_id as "recordId", r.name from record r
     where r.tenant_id = $1 and r.level = $2 and r.record_id = any($3::bigint[]) and ${scopeSql(actor, 'r', level)}`,
    [actor.tenantId, level, ids],
  )
  return new Map(rows.map(({ recordId, name }) => [recordId, name]))
}

/** What a change set did to some of a batch's records, the first by their ids. */
export async function findWritten(
  tx: Tx,
  tenantId: number,
  changeSetId: number,
  ids: readonly number[],
  limit: number,
): Promise<MassSample[]> {
  return query<MassSample>(
    tx,
    `/*record.written*/ select c.record_id as "recordId", r.name, c.before, c.after
     from change c join record r on r.tenant_id = $1 and r.record_id = c.record_id
     where c.tenant_id = $1 and c.change_set_id = $2 and c.record_id = any($3::bigint[])
     order by c.record_id limit $4`,
    [tenantId, changeSetId, ids, limit],
  )
}
