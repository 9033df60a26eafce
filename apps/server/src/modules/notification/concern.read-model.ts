import type { LevelId } from '@steward/contracts/level'
import { query, type Db, type Tx } from '../../platform/db/database.ts'
import { visibleToSql } from './notification.policy.ts'

/** Which changes to look at: those of some operations, of all their records or some. */
export interface ConcernScope {
  changeSetIds: readonly number[]
  recordIds: readonly number[] | null
  firstId: number | null
  lastId: number | null
}

/** A user whom an operation concerns, and how many records of it. */
interface Concerned {
  changeSetId: number
  actorId: number | null
  /** The name of what acted instead of a person. */
  via: string | null
  at: Date
  level: LevelId
  recipient: number
  records: number
  firstRecord: number
}

/** A user whose part in records changed. */
export interface MovedPart extends Concerned {
  /** `owners`, or the key of a custom field. */
  key: string
  /** 2 the primary owner, 1 another owner or the user of the field, 0 none. */
  was: 0 | 1 | 2
  now: 0 | 1 | 2
  /** Whether the user may see the records now. */
  sees: boolean
}

export type Following = Concerned

const act = `x.change_set_id as "changeSetId", x.actor_id as "actorId", x.via, x.at, x.level, x.recipient`

/** A list whose length the planner does not see: it would plan each call, which takes as long as reading. */
const listedSql = (list: string, type = 'bigint'): string => `array(select unnest(${list}::${type}[]))`

const changedSql = `select c.change_set_id, c.record_id, c.kind, c.version, c.before, c.after, r.level, r.owners, r.custom, r.version as latest,
    a.actor_id, case when a.actor_id is null then a.via_name end as via, a.at
  from changed_record c
  join record_act a on a.tenant_id = c.tenant_id and a.change_set_id = c.change_set_id
  join record r on r.tenant_id = c.tenant_id and r.record_id = c.record_id
  where c.tenant_id = $1 and c.change_set_id = any(${listedSql('$2')})`

/**
 * The changes of a scope, with the parameters of a statement that reads them. Each kind of scope has a text of its own:
 * one plan for all of them would read every change of a large import for each of its batches.
 */
function scopeStatement(tenantId: number, { changeSetIds, recordIds, firstId, lastId }: ConcernScope) {
  const values: unknown[] = [tenantId, changeSetIds]
  const param = (value: unknown): string => `$${values.push(value)}`
  const conditions = [
    changedSql,
    ...(recordIds === null ? [] : [`c.record_id = any(${listedSql(param(recordIds))})`]),
    ...(firstId === null ? [] : [`c.record_id >= ${param(firstId)}`]),
    ...(lastId === null ? [] : [`c.record_id <= ${param(lastId)}`]),
  ]
  return { values, param, changed: conditions.join(' and ') }
}

/** A value that names one user or several, as a list. */
const listSql = (value: string): string =>
  `case jsonb_typeof(${value}) when 'array' then ${value} when 'number' then jsonb_build_array(${value})
    else '[]'::jsonb end`

/** Whether someone created a record for themselves, and it names no one else: as imports do by the thousand. */
const ownSql = (keys: string): string =>
  `(c.kind = 1 and c.version = r.version and r.owners <@ array[a.actor_id] and not r.custom ?| ${keys})`

const seesSql = (scoped: string): string =>
  `(x.recipient <> all(${listedSql(scoped, 'int')}) or ${visibleToSql('$1', 'x.recipient', 'r')})`

/**
 * The users who became or no longer are an owner, or the user of a field, in one statement for the whole operation.
 * Those who created a record for themselves are left out: no one is notified of their own actions.
 * `scoped` are the users who see only their own records.
 */
export function readMovedParts(
  tx: Tx,
  tenantId: number,
  scope: ConcernScope,
  keys: readonly string[],
  scoped: readonly number[],
): Promise<MovedPart[]> {
  const { values, param, changed } = scopeStatement(tenantId, scope)
  const named = listedSql(param(keys), 'text')
  const current = `case when k.key = 'owners' then to_jsonb(v.owners) else v.custom -> k.key end`
  // A create has no values of its own: they are what the next change found, or what is there.
  const now = `case when v.kind <> 1 then v.after -> k.key when v.latest = v.version then ${current} else coalesce((
      select l.before -> k.key from changed_record l
      where l.tenant_id = $1 and l.record_id = v.record_id and l.version > v.version and l.before ? k.key
      order by l.version limit 1), ${current}) end`
  const part = `case when k.key = 'owners' and e.place = 1 then 2 else 1 end`
  return query<MovedPart>(
    tx,
    `/*notification.moved*/ with changed as (${changed} and c.kind in (1, 2) and not ${ownSql(named)}),
     parts as (
       select v.change_set_id, v.actor_id, v.via, v.at, v.level, v.record_id, k.key, p.recipient,
         max(p.was) as was, max(p.now) as now
       from changed v
       cross join unnest(${named}) k(key)
       cross join lateral (
         select e.id::int as recipient, ${part} as was, 0 as now
         from jsonb_array_elements_text(${listSql('v.before -> k.key')}) with ordinality e(id, place)
         union all
         select e.id::int, 0, ${part}
         from jsonb_array_elements_text(${listSql(`(${now})`)}) with ordinality e(id, place)
         where v.kind <> 1 or v.actor_id is null or e.id::int <> v.actor_id
       ) p
       where v.kind = 1 or v.before ? k.key or v.after ? k.key
       group by 1, 2, 3, 4, 5, 6, 7, 8
     ),
     moved as (
       select x.*, ${seesSql(param(scoped))} as sees from parts x
       join record r on r.tenant_id = $1 and r.record_id = x.record_id
       where x.was <> x.now
     )
     select ${act}, key, was, now, sees, count(*)::int as records, min(record_id) as "firstRecord"
     from moved x group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10`,
    values,
  )
}

/** The users who own or follow what an operation changed, but for those who turned it off. */
export function readFollowing(
  tx: Tx,
  tenantId: number,
  scope: ConcernScope,
  scoped: readonly number[],
): Promise<Following[]> {
  const { values, param, changed } = scopeStatement(tenantId, scope)
  return query<Following>(
    tx,
    `/*notification.following*/ with changed as (${changed} and c.kind = 2),
     interested as (
       select * from (
         select change_set_id, actor_id, via, at, level, record_id, unnest(owners) as recipient from changed) o
       where not exists (select from notification_follow m where m.tenant_id = $1 and m.record_id = o.record_id
         and m.user_id = o.recipient and not m.follows)
       union
       select v.change_set_id, v.actor_id, v.via, v.at, v.level, v.record_id, f.user_id from changed v
       join notification_follow f on f.tenant_id = $1 and f.record_id = v.record_id and f.follows
     )
     select ${act}, count(*)::int as records, min(x.record_id) as "firstRecord" from interested x
     join record r on r.tenant_id = $1 and r.record_id = x.record_id
     where ${seesSql(param(scoped))}
     group by 1, 2, 3, 4, 5, 6`,
    values,
  )
}

/** Finds the owners of records; for contacts, those of their accounts and organizations. */
export async function findOwners(db: Db, tenantId: number, recordIds: readonly number[]): Promise<number[]> {
  const rows = await query<{ userId: number }>(
    db,
    `/*notification.owners*/ select distinct unnest(o.owners) as "userId"
     from record r join record o on o.tenant_id = $1
       and o.record_id in (r.record_id, case when r.level = 3 then r.account_id end,
         case when r.level = 3 then r.organization_id end)
     where r.tenant_id = $1 and r.record_id = any($2::bigint[]) order by 1`,
    [tenantId, recordIds],
  )
  return rows.map(({ userId }) => userId)
}
