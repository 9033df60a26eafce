import type { LevelId } from '@steward/contracts/level'
import type { Actor } from '../../platform/actor.ts'
import { presentValueSql, scopeSql, type Param, type StateValue } from '../record/index.ts'

export type UpdateMode = 'set' | 'add' | 'remove'

/** How the value of a key comes about; `first` puts one before what is there. */
export type KeyMode = UpdateMode | 'first'

/** One key of a bulk update, and how its value comes about. */
export interface UpdateKey {
  key: string
  mode: KeyMode
  value: StateValue | null
  /** A value that is there stays. */
  whereUnset?: true
  /** Why a record is refused that would be left without any value; null where it may be. */
  emptyMessage: string | null
}

/** The records of a level that someone may change, and what happens to them. */
export interface UpdateScope {
  actor: Actor
  level: LevelId
  keys: readonly UpdateKey[]
}

/** The next value of a key of record `r` as JSON; SQL null where it becomes unset. */
function nextValueSql({ key, mode, value, whereUnset }: UpdateKey, param: Param): string {
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
function refusalSql(keys: readonly UpdateKey[]): string {
  const cases = keys.flatMap(({ emptyMessage }, at) =>
    emptyMessage === null ? [] : [`when m.c${at} is not null and m.n${at} is null then ${at}`],
  )
  return cases.length === 0 ? 'null::int' : `case ${cases.join(' ')} end`
}

/** The records `m` of `targets` (record_id) that the actor may change, with what they hold and would hold. */
export function updateSql({ actor, level, keys }: UpdateScope, targets: string, param: Param): string {
  const values = keys.map(
    (key, at) => `${presentValueSql(key.key, 'r')} as c${at}, ${nextValueSql(key, param)} as n${at}`,
  )
  return `select m.*, ${refusalSql(keys)} as refusal from (
    select r.record_id, r.name, ${values.join(', ')}
    from (${targets}) t join record r on r.tenant_id = ${actor.tenantId} and r.record_id = t.record_id
    where r.level = ${level} and ${scopeSql(actor, 'r', level)}) m`
}

export function differsSql(keys: readonly UpdateKey[]): string {
  return `(${keys.map((_, at) => `m.n${at} is distinct from m.c${at}`).join(' or ')})`
}

/** The source of a bulk write: what the records of `ids` that are not refused would hold. */
export function updateSource(scope: UpdateScope, ids: readonly number[]): (param: Param) => string {
  return (param) => {
    const targets = `select unnest(${param(ids)}::bigint[]) as record_id`
    const pairs = scope.keys.map(({ key }, at) => `('${key}', m.n${at})`).join(', ')
    return `select m.record_id, k.key, k.value from (${updateSql(scope, targets, param)}) m
      cross join lateral (values ${pairs}) k(key, value) where m.refusal is null`
  }
}

/** Condition on record `r` of a level: the actor may change it. */
export function changeableSql(actor: Actor, level: LevelId): string {
  return scopeSql(actor, 'r', level)
}
