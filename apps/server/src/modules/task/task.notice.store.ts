import type { LevelId } from '@steward/contracts/level'
import { taskStatusId } from '@steward/contracts/plain/task'
import type { Actor } from '../../platform/actor.ts'
import { query, type Db, type Tx } from '../../platform/db/database.ts'
import { taskScopeSql } from './task.policy.ts'

/** Whom a task concerns. */
export interface ConcernedTask {
  taskId: number
  assigneeId: number | null
  creatorId: number | null
  watcherIds: number[]
}

const concernedColumns = `task_id as "taskId", assignee_id as "assigneeId", creator_id as "creatorId",
  watchers as "watcherIds"`

/** Whom tasks concern, in the order of their ids. */
export async function readConcerned(
  db: Db | Tx,
  tenantId: number,
  taskIds: readonly number[],
): Promise<ConcernedTask[]> {
  return query<ConcernedTask>(
    db,
    `/*task.concerned*/ select ${concernedColumns} from task
     where tenant_id = $1 and task_id = any($2::bigint[]) order by task_id`,
    [tenantId, taskIds],
  )
}

export interface NamedTask {
  taskId: number
  title: string
  recordId: number | null
  level: LevelId | null
}

/** Those of some tasks that the actor sees. */
export async function readNamed(
  db: Db | Tx,
  actor: Actor,
  taskIds: readonly number[],
): Promise<Map<number, NamedTask>> {
  if (taskIds.length === 0) return new Map()
  const rows = await query<NamedTask>(
    db,
    `select t.task_id as "taskId", t.title, t.record_id as "recordId",
       (select r.level from record_fenced r where r.tenant_id = $1 and r.record_id = t.record_id) as level
     from task t where t.tenant_id = $1 and t.task_id = any($2::bigint[]) and ${taskScopeSql(actor, 't')}`,
    [actor.tenantId, taskIds],
  )
  return new Map(rows.map((row) => [row.taskId, row]))
}

/** The ids of those of some tasks that the actor sees. */
export async function readSeen(
  db: Db | Tx,
  actor: Actor,
  taskIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await query<{ id: number }>(
    db,
    `select t.task_id as id from task t
     where t.tenant_id = $1 and t.task_id = any($2::bigint[]) and ${taskScopeSql(actor, 't')}`,
    [actor.tenantId, taskIds],
  )
  return new Set(rows.map(({ id }) => id))
}

/**
 * The next open tasks of an assignee that are due on a day and were not reminded of it, which they are from now on.
 * The caller notifies in the same transaction.
 */
export async function claimReminders(
  tx: Tx,
  tenantId: number,
  { userId, day }: { userId: number | null; day: string },
  limit: number,
): Promise<ConcernedTask[]> {
  const rows = await query<ConcernedTask>(
    tx,
    `/*task.remind*/ update task set reminded_on = due_on where tenant_id = $1 and task_id in (
       select t.task_id from task t
       where t.tenant_id = $1 and t.assignee_id is not distinct from $2 and t.due_on = $3
         and t.status < ${taskStatusId('COMPLETED')} and t.reminded_on is distinct from t.due_on
       order by t.task_id limit ${limit} for no key update)
     returning ${concernedColumns}`,
    [tenantId, userId, day],
  )
  return rows.toSorted((a, b) => a.taskId - b.taskId)
}

/** How many open tasks a user has. */
export async function countOpen(db: Db, tenantId: number, userId: number): Promise<number> {
  const rows = await query<{ n: number }>(
    db,
    `/*task.open*/ select count(*)::int as n from task
     where tenant_id = $1 and assignee_id = $2 and status < ${taskStatusId('COMPLETED')}`,
    [tenantId, userId],
  )
  return rows[0]?.n ?? 0
}

/** The ids of the next open tasks of a user, after one of them. */
export async function listOpen(
  tx: Tx,
  tenantId: number,
  userId: number,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const rows = await query<{ id: number }>(
    tx,
    `/*task.open_ids*/ select task_id as id from task
     where tenant_id = $1 and assignee_id = $2 and status < ${taskStatusId('COMPLETED')} and task_id > $3
     order by task_id limit ${limit}`,
    [tenantId, userId, after],
  )
  return rows.map(({ id }) => id)
}
