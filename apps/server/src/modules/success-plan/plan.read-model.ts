import type { LevelId } from '@steward/contracts/level'
import { levelOf } from '@steward/contracts/level'
import type { PlanListQuery } from '@steward/contracts/success-plan/plan'
import type { Actor } from '../../platform/actor.ts'
import { query, type Db, type Tx } from '../../platform/db/database.ts'
import { isScoped, recordScopeSql } from './plan.policy.ts'
import { partTable, planTable, type KpiTarget } from './plan.state.ts'

/** A plan with the names of what it is about; of its state the columns as the table has them. */
export interface PlanRow extends Readonly<Record<string, unknown>> {
  id: number
  version: number
  updated_at: Date
  level: LevelId
  record_name: string
  organization_id: number | null
  account_id: number | null
  is_behind: boolean
}

export interface TaskRow {
  taskId: number
  title: string
  status: number
  dueDate: string | null
  assigneeId: number | null
}

export interface PartRow extends Readonly<Record<string, unknown>> {
  id: number
  version: number
  updated_at: Date
  tasks: TaskRow[]
}

/** By what plans are behind: the day of the reader, and the entries that mean so. */
export interface BehindBy {
  today: string
  planProgress: readonly number[]
  kpiProgress: readonly number[]
}

type Put = (value: unknown) => string

const met = `case when i.target->>'criteria' = 'is greater than' then i.current_value >= (i.target->>'target')::numeric
  else i.current_value <= (i.target->>'target')::numeric end`

/** Whether the plan `p` is behind. */
function behindSql({ today, planProgress, kpiProgress }: BehindBy, put: Put): string {
  const day = `${put(today)}::date`
  return `(not p.archived and p.completed_at is null and (coalesce(p.due_on < ${day}, false) or p.progress_id = any(${put(planProgress)}::int[])
    or exists (select from success_plan_item i where i.tenant_id = p.tenant_id and i.plan_id = p.plan_id
      and not i.archived and i.completed_at is null and (
        (i.kind = 1 and i.due_on < ${day})
        or (i.kind = 2 and (i.progress_id = any(${put(kpiProgress)}::int[])
          or (i.due_on < ${day} and not coalesce(${met}, false))))))))`
}

const shownSql = (
  behind: string,
): string => `p.plan_id as id, p.version, p.updated_at, r.level, r.name as record_name,
  case r.level when 1 then r.record_id else r.organization_id end as organization_id,
  case r.level when 2 then r.record_id else r.account_id end as account_id,
  ${behind} as is_behind, ${planTable.columnsOf('p')}`

/** Plans that the actor sees, by their ids. */
export async function readPlans(
  db: Db | Tx,
  actor: Actor,
  planIds: readonly number[],
  by: BehindBy,
): Promise<PlanRow[]> {
  const values: unknown[] = [actor.tenantId, planIds]
  const put: Put = (value) => `$${values.push(value)}`
  return query<PlanRow>(
    db,
    `select ${shownSql(behindSql(by, put))} from success_plan p
     join record_fenced r on r.tenant_id = p.tenant_id and r.record_id = p.record_id and ${recordScopeSql(actor, 'r')}
     where p.tenant_id = $1 and p.plan_id = any($2::bigint[]) order by p.plan_id`,
    values,
  )
}

const below: Readonly<Record<LevelId, string>> = {
  1: 'r.organization_id',
  2: 'r.account_id',
  3: 'r.record_id',
  4: 'r.record_id',
}

function placeSql({ level, entityId, includeBelow }: PlanListQuery, put: Put): string[] {
  if (!level || !entityId) return []
  const id = put(entityId)
  if (!includeBelow) return [`p.record_id = ${id}`]
  return [`(r.record_id = ${id} or ${below[levelOf(level).id]} = ${id})`]
}

function narrowSql(asked: PlanListQuery, by: BehindBy, put: Put): string[] {
  const { show, ownerId, query: text, includeArchived, includeCompleted } = asked
  const month = put(by.today)
  const shows = {
    behind: () => behindSql(by, put),
    dueThisMonth: () =>
      `(p.completed_at is null and p.due_on >= date_trunc('month', ${month}::date)::date
        and p.due_on < (date_trunc('month', ${month}::date) + interval '1 month')::date)`,
    noOwner: () => 'p.owner_id is null',
  }
  const pattern = text && `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
  return [
    `${month}::text is not null`,
    ...placeSql(asked, put),
    ...(show ? [shows[show]()] : []),
    ...(ownerId ? [`p.owner_id = ${put(ownerId)}`] : []),
    ...(pattern ? [`p.name ilike ${put(pattern)}`] : []),
    ...(includeArchived ? [] : ['not p.archived']),
    ...(includeCompleted ? [] : ['p.completed_at is null']),
  ]
}

/** A page of plans, those that are due first before the others, and how many there are. */
export async function readPlanPage(
  db: Db,
  actor: Actor,
  asked: PlanListQuery,
  by: BehindBy,
): Promise<{ rows: PlanRow[]; total: number }> {
  const values: unknown[] = [actor.tenantId]
  const put: Put = (value) => `$${values.push(value)}`
  const where = narrowSql(asked, by, put).join(' and ')
  const behind = behindSql(by, put)
  const { page, pageSize } = asked
  // Every plan has a record, which is looked up only where something is asked of it.
  const record = `join record_fenced r on r.tenant_id = p.tenant_id and r.record_id = p.record_id
    and ${recordScopeSql(actor, 'r')}`
  const from = `success_plan p ${isScoped(actor) || asked.entityId ? record : ''}
    where p.tenant_id = $1 and ${where}`
  const rows = await query<(PlanRow & { total: number }) | { id: null; total: number }>(
    db,
    `with page as (
       select p.plan_id, p.completed_at is not null as is_over, p.due_on from ${from}
       order by p.completed_at is not null, p.due_on nulls last, p.plan_id
       limit ${put(pageSize)} offset ${put((page - 1) * pageSize)})
     select (select count(*) from ${from}) as total, x.* from (values (1)) one
     left join (
       select f.is_over, f.due_on as f_due, ${shownSql(behind)} from page f
       join success_plan p on p.tenant_id = $1 and p.plan_id = f.plan_id
       join record_fenced r on r.tenant_id = p.tenant_id and r.record_id = p.record_id) x on true
     order by x.is_over, x.f_due nulls last, x.id`,
    values,
  )
  const isShown = (row: (typeof rows)[number]): row is PlanRow & { total: number } => row.id !== null
  return { rows: rows.filter(isShown), total: rows[0]?.total ?? 0 }
}

/** The items of plans in their order, with the tasks of milestones that are about the record of the plan. */
export async function readParts(
  db: Db | Tx,
  tenantId: number,
  planIds: readonly number[],
): Promise<PartRow[]> {
  return query<PartRow>(
    db,
    `/*success_plan.parts*/ select i.item_id as id, i.version, i.updated_at, ${partTable.columnsOf('i')},
       case when i.kind = 1 then (
         select coalesce(json_agg(json_build_object('taskId', t.task_id, 'title', t.title, 'status', t.status,
           'dueDate', t.due_on, 'assigneeId', t.assignee_id) order by array_position(i.task_ids, t.task_id)), '[]')
         from success_plan_task l
         join task t on t.tenant_id = l.tenant_id and t.task_id = l.task_id and t.record_id = p.record_id
         where l.tenant_id = i.tenant_id and l.item_id = i.item_id) else '[]' end as tasks
     from success_plan_item i
     join success_plan p on p.tenant_id = i.tenant_id and p.plan_id = i.plan_id
     where i.tenant_id = $1 and i.plan_id = any($2::bigint[]) order by i.plan_id, i.position, i.item_id`,
    [tenantId, planIds],
  )
}

/** A milestone or a KPI as far as the figures of its plan need it. */
export interface Figure {
  kind: 'MILESTONE' | 'KPI'
  isCompleted: boolean
  target: KpiTarget | null
  currentValue: number | null
  /** Tasks that are not archived. */
  tasks: number
  completedTasks: number
}

/** The milestones and KPIs of plans that are not archived, without what only their own page shows. */
export function readFigures(
  db: Db | Tx,
  tenantId: number,
  planIds: readonly number[],
): Promise<(Figure & { planId: number })[]> {
  return query(
    db,
    `/*success_plan.figures*/ select i.plan_id as "planId", case i.kind when 1 then 'MILESTONE' else 'KPI' end as kind,
       i.completed_at is not null as "isCompleted", i.target, i.current_value as "currentValue",
       coalesce(t.counted, 0) as tasks, coalesce(t.completed, 0) as "completedTasks"
     from success_plan_item i
     join success_plan p on p.tenant_id = i.tenant_id and p.plan_id = i.plan_id
     left join lateral (
       select count(*) as counted, count(*) filter (where t.status = 4) as completed from success_plan_task l
       join task t on t.tenant_id = l.tenant_id and t.task_id = l.task_id and t.record_id = p.record_id and t.status < 5
       where l.tenant_id = i.tenant_id and l.item_id = i.item_id) t on i.kind = 1
     where i.tenant_id = $1 and i.plan_id = any($2::bigint[]) and i.kind <= 2 and not i.archived`,
    [tenantId, planIds],
  )
}

export interface DuePlan {
  planId: number
  name: string
  recordId: number
  /** Days since it was due; null without a day. */
  late: number | null
  dueOn: string | null
  isBehind: boolean
  progressId: number
}

/** Plans that are read for a list of Today at most. */
const mostDue = 500

/** Open plans that a user owns and the actor sees, which are behind or due by the end of the week. */
export function readDuePlans(
  db: Db,
  actor: Actor,
  { userId, weekEnd }: { userId: number; weekEnd: string },
  by: BehindBy,
): Promise<DuePlan[]> {
  const values: unknown[] = [actor.tenantId, userId, by.today, weekEnd]
  const behind = behindSql(by, (value) => `$${values.push(value)}`)
  return query<DuePlan>(
    db,
    `/*user:success_plan.today*/ select p.plan_id as "planId", p.name, p.record_id as "recordId", $3::date - p.due_on as late,
       p.due_on::text as "dueOn", ${behind} as "isBehind", p.progress_id as "progressId"
     from success_plan p
     join record_fenced r on r.tenant_id = p.tenant_id and r.record_id = p.record_id and ${recordScopeSql(actor, 'r')}
       and not r.archived
     where p.tenant_id = $1 and p.owner_id = $2 and not p.archived and p.completed_at is null
       and (p.due_on <= $4::date or ${behind})
     order by p.due_on nulls last, p.plan_id limit ${mostDue}`,
    values,
  )
}
