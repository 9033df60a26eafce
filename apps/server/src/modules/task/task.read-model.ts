import { taskStatusId, type DateBreakdown } from '@steward/contracts/plain/task'
import type { Actor } from '../../platform/actor.ts'
import { query, queryTexts, type Db, type Tx } from '../../platform/db/database.ts'
import { listSql, shownJoins, type ListRequest } from './task.list.sql.ts'
import { taskScopeSql } from './task.policy.ts'
import { shownColumns, type TextRow } from './task.writing.ts'

/**
 * A page of tasks, as rows to write them from, and how many match by the day on which they are due. Where no task is on the
 * page, one row has the counts.
 */
export async function readPage(
  db: Db,
  request: ListRequest,
): Promise<{ counts: Record<DateBreakdown, number>; rows: TextRow[] }> {
  const values: unknown[] = []
  const text = listSql(request, (value) => `$${values.push(value)}`)
  const rows = await queryTexts(db, text, values)
  const counts = JSON.parse(rows[0]?.at(-1) ?? '{}') as Record<DateBreakdown, number>
  return { counts, rows: rows.filter(([taskId]) => taskId !== null) }
}

/** Tasks that the actor sees, by their ids, as rows to write them from. */
export async function readShown(db: Db | Tx, actor: Actor, taskIds: readonly number[]): Promise<TextRow[]> {
  return queryTexts(
    db,
    `select ${shownColumns} from task t ${shownJoins(actor)}
     where t.tenant_id = $1 and t.task_id = any($2::bigint[]) and ${taskScopeSql(actor, 't')}
     order by t.task_id`,
    [actor.tenantId, taskIds],
  )
}

/** Open tasks of an assignee in one of the weeks: -2 without a day, -1 overdue, 0 the present week. */
export interface LoadRow {
  userId: number | null
  week: number
  tasks: number
  minutes: number
}

/** How much is to be done by whom in which week, of the tasks that the actor sees; what is later is in one week. */
export async function readLoad(
  db: Db,
  actor: Actor,
  { today, monday, weeks }: { today: string; monday: string; weeks: number },
): Promise<LoadRow[]> {
  return query<LoadRow>(
    db,
    `select t.assignee_id as "userId",
       case when t.due_on is null then -2 when t.due_on < $2 then -1 else least((t.due_on - $3::date) / 7, $4) end as week,
       count(*)::int as tasks, coalesce(sum(t.estimate_minutes), 0)::int as minutes
     from task t where t.tenant_id = $1 and t.status < ${taskStatusId('COMPLETED')} and ${taskScopeSql(actor, 't')}
     group by 1, 2`,
    [actor.tenantId, today, monday, weeks],
  )
}

/** Which of these files are attached to a task that the actor sees. */
export async function findReadableFiles(
  db: Db | Tx,
  actor: Actor,
  fileIds: readonly number[],
): Promise<Set<number>> {
  const rows = await query<{ file_id: number }>(
    db,
    `select distinct f.file_id from task_file f join task t on t.tenant_id = f.tenant_id and t.task_id = f.task_id
     where f.tenant_id = $1 and f.file_id = any($2::int[]) and ${taskScopeSql(actor, 't')}`,
    [actor.tenantId, fileIds],
  )
  return new Set(rows.map((row) => row.file_id))
}
