import { fold, foldedSql } from '@steward/conditions'
import {
  dateBreakdowns,
  taskStatusId,
  taskTypeId,
  type DateBreakdown,
  type TaskSortColumn,
} from '@steward/contracts/plain/task'
import type { TaskListQuery } from '@steward/contracts/task-list'
import type { LevelId } from '@steward/contracts/level'
import type { Actor } from '../../platform/actor.ts'
import type { Reckoning } from '../currency/index.ts'
import { isScoped, scopeSql } from '../record/index.ts'
import { ruleSql, type BoundRule } from '../rule-source/index.ts'
import { ownTaskRecordsSql, ownTaskScopeSql, taskScopeSql } from './task.policy.ts'
import { columnIn, joinsOf, type TaskField } from './task.source.ts'
import { shownColumns } from './task.writing.ts'

/** A list of tasks, ready to be written as SQL. */
export interface ListRequest {
  actor: Actor
  query: TaskListQuery
  rule: BoundRule<TaskField>
  reckoning: Reckoning
  /** The present day of the reader, and the last day of their week. */
  today: string
  weekEnd: string
}

const completed = taskStatusId('COMPLETED')
const archived = taskStatusId('ARCHIVED')

/** By which of the breakdowns a task `t` is due; days are literals, which hold nothing but digits and dashes. */
const bucketSql: Readonly<Record<DateBreakdown, (today: string, weekEnd: string) => string>> = {
  overdue: (today) => `t.status < ${completed} and t.due_on < '${today}'`,
  today: (today) => `t.status < ${completed} and t.due_on = '${today}'`,
  thisWeek: (today, weekEnd) =>
    `t.status < ${completed} and t.due_on > '${today}' and t.due_on <= '${weekEnd}'`,
  later: (today, weekEnd) =>
    `t.status < ${completed} and t.due_on > greatest('${today}'::date, '${weekEnd}')`,
  noDate: () => `t.status < ${completed} and t.due_on is null`,
  done: () => `t.status >= ${completed}`,
}

const sortSql: Readonly<Record<TaskSortColumn, string>> = {
  dueDate: 't.due_on',
  startDate: 't.start_on',
  title: `lower(t.title) collate "unicode"`,
  priority: 't.priority',
  status: 't.status',
  assignee: `lower(u.first_name || ' ' || u.last_name) collate "unicode"`,
  record: 'sr.name_folded',
  account: 'sa.name_folded',
  createdAt: 't.created_at',
  updatedAt: 't.updated_at',
  completedAt: 't.completed_at',
}

type Add = (value: unknown) => string

/** The conditions of a query, each with what it takes. */
function narrowing({ actor, query }: ListRequest, add: Add): string[] {
  const { level, parentIdentifier, taskType, status, dueFrom, dueTo } = query
  const { tenantId, userId } = actor
  const bookmarks = `select from task_bookmark b
    where b.tenant_id = ${tenantId} and b.user_id = ${userId} and b.task_id = t.task_id`
  const below = `select s.record_id from record_fenced s
    where s.tenant_id = ${tenantId} and ${parentIdentifier} in (s.record_id, s.organization_id, s.account_id)`
  const conditions: (readonly [unknown, () => string])[] = [
    [query.myTasksOnly, () => `t.assignee_id = ${userId}`],
    [taskType, () => `t.type = ${taskTypeId(taskType ?? 'normal')}`],
    [status, () => `t.status in (${[0, ...(status ?? []).map(taskStatusId)].join(', ')})`],
    [query.hideCompleted, () => `t.status <> ${completed}`],
    [query.hideArchived, () => `t.status <> ${archived}`],
    [dueFrom, () => `t.due_on >= '${dueFrom}'`],
    [dueTo, () => `t.due_on <= '${dueTo}'`],
    [query.bookmarked, () => `exists (${bookmarks})`],
    [query.query, () => `${foldedSql('t.title')} like ${add(likePattern(query.query ?? ''))}`],
    [level && parentIdentifier, () => `t.record_id in (${below})`],
  ]
  return conditions.flatMap(([given, sql]) => (given ? [sql()] : []))
}

function likePattern(part: string): string {
  return `%${fold(part).replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}

/** `from` and `where` of all tasks that match, without the breakdown that was chosen. */
function foundSql(request: ListRequest, add: Add): string {
  const { actor, query, rule, reckoning, today } = request
  const joins = joinsOf(rule, actor)
  const matches = ruleSql(rule, today, add, columnIn(reckoning))
  const conditions = [
    `t.tenant_id = ${actor.tenantId}`,
    ...narrowing(request, add),
    ...(matches === 'true' ? [] : [matches]),
    query.myTasksOnly ? ownTaskScopeSql(actor, 't', 'select record_id from seen') : taskScopeSql(actor, 't'),
  ].filter((condition) => condition !== 'true')
  const record =
    joins === ''
      ? ''
      : `left join record_fenced r on r.tenant_id = ${actor.tenantId} and r.record_id = t.record_id`
  return `from task_fenced t ${record} ${joins} where ${conditions.join(' and ')}`
}

/** What a record belongs to, where the actor sees it: one lookup for each task, as the planner would read thousands for 50. */
const aboveSql = (actor: Actor, alias: string, id: string, level: LevelId): string =>
  `left join lateral (select s.record_id, s.name from record_fenced s where s.tenant_id = ${actor.tenantId}
     and s.record_id = ${id} and ${scopeSql(actor, 's', level)} limit 1) ${alias} on true`

/** What a shown task `t` is joined with: its record, what that belongs to, and the bookmark of the reader. */
export function shownJoins(actor: Actor): string {
  const { tenantId, userId } = actor
  return `left join record_fenced r on r.tenant_id = ${tenantId} and r.record_id = t.record_id
    ${aboveSql(actor, 'o', 'r.organization_id', 1)} ${aboveSql(actor, 'a', 'r.account_id', 2)}
    left join task_bookmark b on b.tenant_id = ${tenantId} and b.user_id = ${userId} and b.task_id = t.task_id`
}

/** The joins that an order needs. An account that the actor can't see has no place in it. */
function sortJoins(actor: Actor, column: TaskSortColumn): string {
  const { tenantId } = actor
  const record = `left join record_fenced sr on sr.tenant_id = ${tenantId} and sr.record_id = t.record_id`
  if (column === 'record') return record
  if (column === 'account') {
    return `${record} left join record_fenced sa on sa.tenant_id = ${tenantId} and ${scopeSql(actor, 'sa', 2)}
      and sa.record_id = case when sr.level = 2 then sr.record_id else sr.account_id end`
  }
  return column === 'assignee'
    ? `left join app_user u on u.tenant_id = ${tenantId} and u.user_id = t.assignee_id`
    : ''
}

/**
 * One statement gives a page of tasks, each with the columns that it is written from, and the exact breakdown of all that
 * match, which is the last column of the first row.
 */
export function listSql(request: ListRequest, add: Add): string {
  const { actor, query, today, weekEnd } = request
  const { sortColumn, sortDirection, page, pageSize, dateBreakdownFilter } = query
  const found = foundSql(request, add)
  const counts = dateBreakdowns.map(
    (name) => `'${name}', count(*) filter (where ${bucketSql[name](today, weekEnd)})`,
  )
  const chosen = dateBreakdownFilter ? ` and ${bucketSql[dateBreakdownFilter](today, weekEnd)}` : ''
  const byDay = sortColumn === 'dueDate' ? '' : ', t.due_on nulls last'
  const sort = `${sortSql[sortColumn]} ${sortDirection} nulls last${byDay}, t.task_id ${sortDirection}`
  const joins = sortJoins(actor, sortColumn)
  const sorted = found.replace('from task_fenced t', `from task_fenced t ${joins}`)
  const seen =
    isScoped(actor) && query.myTasksOnly ? `seen as materialized (${ownTaskRecordsSql(actor)}), ` : ''
  // Tasks are numbered as they come from the subquery, which is ordered already.
  return `with ${seen}breakdown as (select json_build_object(${counts.join(', ')}) as counts ${found}),
    page as materialized (select t.*, row_number() over () as nth from (
      select t.* ${sorted}${chosen} order by ${sort} limit ${pageSize} offset ${(page - 1) * pageSize}) t)
    select ${shownColumns}, case when coalesce(t.nth, 1) = 1 then c.counts end
    from breakdown c left join (page t ${shownJoins(actor)}) on true order by t.nth`
}
