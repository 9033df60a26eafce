import type { LevelId } from '@steward/contracts/level'
import type { Actor } from '../../platform/actor.ts'
import { query, type Db, type Tx } from '../../platform/db/database.ts'
import { partScopeSql, recordScopeSql } from './plan.policy.ts'

interface Linked {
  id: number
  taskIds: readonly number[]
  fileIds: readonly number[]
}

const pairsOf = (items: readonly Linked[], of: 'taskIds' | 'fileIds'): [number[], number[]] => {
  const pairs = items.flatMap((item) => item[of].map((other) => [item.id, other] as const))
  return [pairs.map(([id]) => id), pairs.map(([, other]) => other)]
}

/** Attaches files to items, and takes off those that they no longer have. */
export async function putFiles(tx: Tx, tenantId: number, items: readonly Linked[]): Promise<void> {
  await query(
    tx,
    `/*success_plan.files*/ with gone as (
       delete from success_plan_file f where f.tenant_id = $1 and f.item_id = any($2::bigint[])
         and (f.item_id, f.file_id) not in (select * from unnest($3::bigint[], $4::int[])))
     insert into success_plan_file (tenant_id, item_id, file_id)
     select $1, x.item_id, x.file_id from unnest($3::bigint[], $4::int[]) x(item_id, file_id)
     on conflict do nothing`,
    [tenantId, items.map(({ id }) => id), ...pairsOf(items, 'fileIds')],
  )
}

/** Notes which tasks milestones have; those that are gone are left out. */
export async function putTasks(tx: Tx, tenantId: number, items: readonly Linked[]): Promise<void> {
  await query(
    tx,
    `/*success_plan.tasks*/ with gone as (
       delete from success_plan_task f where f.tenant_id = $1 and f.item_id = any($2::bigint[])
         and (f.item_id, f.task_id) not in (select * from unnest($3::bigint[], $4::bigint[])))
     insert into success_plan_task (tenant_id, item_id, task_id)
     select $1, x.item_id, x.task_id from unnest($3::bigint[], $4::bigint[]) x(item_id, task_id)
     join task t on t.tenant_id = $1 and t.task_id = x.task_id
     on conflict do nothing`,
    [tenantId, items.map(({ id }) => id), ...pairsOf(items, 'taskIds')],
  )
}

/** Which of these tasks are about a record. */
export async function findTasksOf(
  tx: Tx,
  tenantId: number,
  recordId: number,
  taskIds: readonly number[],
): Promise<Set<number>> {
  if (taskIds.length === 0) return new Set()
  const rows = await query<{ id: number }>(
    tx,
    `/*success_plan.tasks_of*/ select task_id as id from task
     where tenant_id = $1 and task_id = any($3::bigint[]) and record_id = $2`,
    [tenantId, recordId, taskIds],
  )
  return new Set(rows.map(({ id }) => id))
}

/** Milestones with any of these tasks, with the plans that they are in. */
export async function listMilestonesOf(
  db: Db,
  tenantId: number,
  taskIds: readonly number[],
): Promise<number[]> {
  const rows = await query<{ id: number }>(
    db,
    `/*success_plan.milestones_of*/ select distinct l.item_id as id from success_plan_task l
     where l.tenant_id = $1 and l.task_id = any($2::bigint[]) order by 1`,
    [tenantId, taskIds],
  )
  return rows.map(({ id }) => id)
}

export interface TaskCount {
  /** Tasks that are not archived. */
  all: number
  completed: number
}

/** How far the tasks of a milestone are. */
export async function countTasks(tx: Tx, tenantId: number, itemId: number): Promise<TaskCount> {
  const [row] = await query<TaskCount>(
    tx,
    `/*success_plan.count_tasks*/ select count(*) as all, count(*) filter (where t.status = 4) as completed
     from success_plan_task l join task t on t.tenant_id = l.tenant_id and t.task_id = l.task_id and t.status < 5
     where l.tenant_id = $1 and l.item_id = $2`,
    [tenantId, itemId],
  )
  return row ?? { all: 0, completed: 0 }
}

/** Which of these files are in a plan that the actor sees. */
export async function findReadableFiles(
  db: Db | Tx,
  actor: Actor,
  fileIds: readonly number[],
): Promise<Set<number>> {
  const rows = await query<{ file_id: number }>(
    db,
    `select distinct f.file_id from success_plan_file f
     join success_plan_item i on i.tenant_id = f.tenant_id and i.item_id = f.item_id
     where f.tenant_id = $1 and f.file_id = any($2::int[]) and ${partScopeSql(actor, 'i')}`,
    [actor.tenantId, fileIds],
  )
  return new Set(rows.map((row) => row.file_id))
}

/** Which of these records have plans. */
export async function findRecordsWithPlans(
  db: Db | Tx,
  tenantId: number,
  recordIds: readonly number[],
): Promise<Set<number>> {
  const rows = await query<{ id: number }>(
    db,
    `/*success_plan.dependents*/ select x.id from unnest($2::bigint[]) as x(id)
     where exists (select from success_plan p where p.tenant_id = $1 and p.record_id = x.id)`,
    [tenantId, recordIds],
  )
  return new Set(rows.map(({ id }) => id))
}

/** Which of these records the actor sees, with their levels. */
export async function findSeenRecords(
  tx: Db | Tx,
  actor: Actor,
  recordIds: readonly number[],
): Promise<Map<number, number>> {
  if (recordIds.length === 0) return new Map()
  const rows = await query<{ id: number; level: number }>(
    tx,
    `select r.record_id as id, r.level from record_fenced r
     where r.tenant_id = $1 and r.record_id = any($2::bigint[]) and ${recordScopeSql(actor, 'r')}`,
    [actor.tenantId, recordIds],
  )
  return new Map(rows.map(({ id, level }) => [id, level]))
}

/** A plan by its name, with the record whose page shows it. */
export interface NamedPlan {
  planId: number
  name: string
  level: LevelId
  recordId: number
}

/** The plans of these that an actor sees. */
export function listNamedPlans(db: Db | Tx, actor: Actor, planIds: readonly number[]): Promise<NamedPlan[]> {
  return query<NamedPlan>(
    db,
    `select p.plan_id as "planId", p.name, r.level, r.record_id as "recordId" from success_plan p
     join record_fenced r on r.tenant_id = p.tenant_id and r.record_id = p.record_id and ${recordScopeSql(actor, 'r')}
     where p.tenant_id = $1 and p.plan_id = any($2::bigint[])`,
    [actor.tenantId, planIds],
  )
}

/** Plans of which an actor sees the records, of these. */
export async function findSeenPlans(tx: Tx, actor: Actor, planIds: readonly number[]): Promise<Set<number>> {
  const rows = await query<{ id: number }>(
    tx,
    `select p.plan_id as id from success_plan p
     join record_fenced r on r.tenant_id = p.tenant_id and r.record_id = p.record_id and ${recordScopeSql(actor, 'r')}
     where p.tenant_id = $1 and p.plan_id = any($2::bigint[])`,
    [actor.tenantId, planIds],
  )
  return new Set(rows.map(({ id }) => id))
}

/** The plans of items, with the records that an actor sees. */
export function listPlansOfItems(
  db: Db,
  actor: Actor,
  itemIds: readonly number[],
): Promise<{ planId: number; level: LevelId; recordId: number; name: string }[]> {
  return query(
    db,
    `select distinct p.plan_id as "planId", r.level, r.record_id as "recordId", r.name from success_plan_item i
     join success_plan p on p.tenant_id = i.tenant_id and p.plan_id = i.plan_id
     join record_fenced r on r.tenant_id = p.tenant_id and r.record_id = p.record_id and ${recordScopeSql(actor, 'r')}
     where i.tenant_id = $1 and i.item_id = any($2::bigint[])`,
    [actor.tenantId, itemIds],
  )
}

/** The items of a plan, in their order. */
export async function listPartIds(tx: Tx, tenantId: number, planId: number): Promise<number[]> {
  const rows = await query<{ id: number }>(
    tx,
    `/*success_plan.part_ids*/ select item_id as id from success_plan_item
     where tenant_id = $1 and plan_id = $2 order by position, item_id`,
    [tenantId, planId],
  )
  return rows.map(({ id }) => id)
}

/** The open tasks of milestones. */
export async function listOpenTasks(tx: Tx, tenantId: number, itemIds: readonly number[]): Promise<number[]> {
  const rows = await query<{ id: number }>(
    tx,
    `/*success_plan.open_tasks*/ select distinct t.task_id as id from success_plan_task l
     join task t on t.tenant_id = l.tenant_id and t.task_id = l.task_id and t.status < 4
     where l.tenant_id = $1 and l.item_id = any($2::bigint[]) order by 1`,
    [tenantId, itemIds],
  )
  return rows.map(({ id }) => id)
}

/** Which of these plans have items. */
export async function findPlansWithItems(
  tx: Tx,
  tenantId: number,
  planIds: readonly number[],
): Promise<Set<number>> {
  const rows = await query<{ id: number }>(
    tx,
    `/*success_plan.used*/ select distinct plan_id as id from success_plan_item
     where tenant_id = $1 and plan_id = any($2::bigint[])`,
    [tenantId, planIds],
  )
  return new Set(rows.map(({ id }) => id))
}

/** Plans with a milestone that has any of these tasks. */
export async function listPlansOf(db: Db, tenantId: number, taskIds: readonly number[]): Promise<number[]> {
  const rows = await query<{ id: number }>(
    db,
    `/*success_plan.plans_of*/ select distinct i.plan_id as id from success_plan_task l
     join success_plan_item i on i.tenant_id = l.tenant_id and i.item_id = l.item_id
     where l.tenant_id = $1 and l.task_id = any($2::bigint[]) order by 1`,
    [tenantId, taskIds],
  )
  return rows.map(({ id }) => id)
}

const openSql = 'completed_at is null and not archived'

/** How many open plans and items a user owns. */
export async function countOwned(db: Db, tenantId: number, userId: number): Promise<number> {
  const [row] = await query<{ count: number }>(
    db,
    `/*success_plan.count_owned*/ select
       (select count(*) from success_plan where tenant_id = $1 and owner_id = $2 and ${openSql})
       + (select count(*) from success_plan_item where tenant_id = $1 and owner_id = $2 and ${openSql}) as count`,
    [tenantId, userId],
  )
  return row?.count ?? 0
}

/** The open plans and items that a user owns. */
export async function listOwned(
  tx: Tx,
  tenantId: number,
  userId: number,
): Promise<{ planIds: number[]; itemIds: number[] }> {
  const idsIn = async (table: string, column: string): Promise<number[]> => {
    const rows = await query<{ id: number }>(
      tx,
      `/*success_plan.owned*/ select ${column} as id from ${table}
       where tenant_id = $1 and owner_id = $2 and ${openSql} order by 1`,
      [tenantId, userId],
    )
    return rows.map(({ id }) => id)
  }
  return {
    planIds: await idsIn('success_plan', 'plan_id'),
    itemIds: await idsIn('success_plan_item', 'item_id'),
  }
}

/** The names of the open plans of records. */
export async function listOpenNames(
  tx: Db | Tx,
  tenantId: number,
  recordIds: readonly number[],
): Promise<{ recordId: number; name: string }[]> {
  return query(
    tx,
    `/*success_plan.open_names*/ select record_id as "recordId", name from success_plan
     where tenant_id = $1 and record_id = any($2::bigint[]) and ${openSql}`,
    [tenantId, recordIds],
  )
}
