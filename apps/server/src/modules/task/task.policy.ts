import { roleIds } from '@steward/contracts/plain/permission'
import type { Actor } from '../../platform/actor.ts'
import { query, type Db, type Tx } from '../../platform/db/database.ts'
import { isScoped, scopeSql, type Asking } from '../record/index.ts'

/**
 * The row rule as SQL over the task `t`: who does not see its record does not see the task. A task without one is
 * seen by who works on it, created it or watches it, and by those who see all.
 */
export function taskScopeSql(actor: Actor, t: string, asking?: Asking): string {
  if (!isScoped(actor)) return 'true'
  const who = asking ?? { tenant: String(actor.tenantId), user: String(actor.userId) }
  return `case when ${t}.record_id is null
    then ${t}.assignee_id = ${who.user} or ${t}.creator_id = ${who.user} or ${who.user} = any(${t}.watchers)
    else exists (select from record_fenced r where r.tenant_id = ${who.tenant} and r.record_id = ${t}.record_id
      and ${scopeSql(actor, 'r', undefined, who)}) end`
}

/**
 * The records of an actor's own tasks that the actor sees, as a subquery: each is looked up once, however many tasks it
 * has. An index of assignees has the records, so no task is read.
 */
export function ownTaskRecordsSql(actor: Actor): string {
  const { tenantId, userId } = actor
  return `select r.record_id from record_fenced r where r.tenant_id = ${tenantId} and r.record_id = any(array(
      select distinct m.record_id from task_fenced m where m.tenant_id = ${tenantId} and m.assignee_id = ${userId}))
    and ${scopeSql(actor, 'r')}`
}

/** The row rule over a task `t` that the actor works on, who sees it if it has no record; `records` are those in sight. */
export function ownTaskScopeSql(actor: Actor, t: string, records = ownTaskRecordsSql(actor)): string {
  return isScoped(actor) ? `(${t}.record_id is null or ${t}.record_id in (${records}))` : 'true'
}

/** Which of these records are there and in the actor's sight, with their levels. */
export async function findSeenRecords(
  tx: Db | Tx,
  actor: Actor,
  recordIds: readonly number[],
): Promise<Map<number, number>> {
  if (recordIds.length === 0) return new Map()
  const rows = await query<{ id: number; level: number }>(
    tx,
    `select r.record_id as id, r.level from record_fenced r
     where r.tenant_id = $1 and r.record_id = any($2::bigint[]) and ${scopeSql(actor, 'r')}`,
    [actor.tenantId, recordIds],
  )
  return new Map(rows.map(({ id, level }) => [id, level]))
}

/** Pairs of a Normal User and a record that the user can't see. */
export async function findOutOfSight(
  db: Db | Tx,
  tenantId: number,
  pairs: readonly { userId: number; recordId: number }[],
): Promise<{ userId: number; recordId: number }[]> {
  if (pairs.length === 0) return []
  const anyone: Actor = { tenantId, userId: 0, roleId: roleIds.normalUser, sessionId: null }
  return query(
    db,
    `select x.user_id as "userId", x.record_id as "recordId"
     from unnest($2::int[], $3::bigint[]) x(user_id, record_id)
     where not exists (select from record_fenced r where r.tenant_id = $1 and r.record_id = x.record_id
       and ${scopeSql(anyone, 'r', undefined, { tenant: '$1', user: 'x.user_id' })})`,
    [tenantId, pairs.map(({ userId }) => userId), pairs.map(({ recordId }) => recordId)],
  )
}

/** Which of these records have tasks. */
export async function findRecordsWithTasks(
  db: Db | Tx,
  tenantId: number,
  recordIds: readonly number[],
): Promise<Set<number>> {
  const rows = await query<{ id: number }>(
    db,
    `/*task.dependents*/ select x.id from unnest($2::bigint[]) as x(id)
     where exists (select from task t where t.tenant_id = $1 and t.record_id = x.id)`,
    [tenantId, recordIds],
  )
  return new Set(rows.map(({ id }) => id))
}
