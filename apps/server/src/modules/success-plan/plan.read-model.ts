import type { LevelId } from '@steward/contracts/level'
import { levelOf } from '@steward/contracts/level'
import type { PlanListQuery } from '@steward/contracts/success-plan/plan'
import type { Actor } from '../../platform/actor.ts'
import { query, queryArrays, type Db, type Tx } from '../../platform/db/database.ts'
import { isScoped, recordScopeSql } from './plan.policy.ts'
import { partTable, planTable, type PartState } from './plan.state.ts'

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

/** A plan with its figures, as lists have it. */
export interface CountedPlanRow extends PlanRow {
  milestones: number
  completed_milestones: number
  kpis: number
  met_kpis: number
  /** The mean of milestones and KPIs in hundredths of a percent, cut off. */
  hundredths: number
}

export interface TaskRow {
  taskId: number
  title: string
  status: number
  dueDate: string | null
  assigneeId: number | null
}

export interface PartRow {
  id: number
  version: number
  updatedAt: string
  tasks: readonly TaskRow[]
}

/** An item of a plan as it was read, and its state. */
export type ReadPart = { row: PartRow; state: PartState }

/** By what plans are behind: the day of the reader, and the entries that mean so. */
export interface BehindBy {
  today: string
  planProgress: readonly number[]
  kpiProgress: readonly number[]
}

type Put = (value: unknown) => string

const aDay = /^\d{4}-\d\d-\d\d$/

/**
 * Collects the values of a statement. Numbers, lists of them and days are written out, so that a list that is asked for
 * again is prepared, and planned once: a limit that is a value is planned each time. In them nothing could end a
 * literal.
 */
function createPut(values: unknown[]): Put {
  return (value) => {
    if (typeof value === 'number') return String(value)
    if (typeof value === 'string' && aDay.test(value)) return `'${value}'`
    if (Array.isArray(value)) return `'{${value.map(Number).join(',')}}'`
    return `$${values.push(value)}`
  }
}

/** Whether a value of the KPI `i` has reached its target. */
const reachesSql = (
  value: string,
): string => `case when i.target->>'criteria' = 'is greater than' then ${value} >= (i.target->>'target')::numeric
  else ${value} <= (i.target->>'target')::numeric end`

const met = reachesSql('i.current_value')

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

const start = `(i.target->>'start')::numeric`

/** How far a KPI `i` is, as `progressOf` says it: exact in numerics, in hundredths of a percent. */
const kpiHundredths = `case when i.completed_at is not null or i.target is null then 10000
  when i.current_value is null then 0 when ${met} then 10000 when ${reachesSql(start)} then 0
  else greatest(0, div((i.current_value - ${start}) * 10000, (i.target->>'target')::numeric - ${start})) end`

const milestoneHundredths = `case when i.completed_at is not null then 10000
  else coalesce(t.completed * 10000 / nullif(t.counted, 0), 0) end`

/** The figures of the plan `p`: of its milestones and KPIs that are not archived. */
const figuresSql = `cross join lateral (
  select count(*) filter (where i.kind = 1) as milestones,
    count(*) filter (where i.kind = 1 and i.completed_at is not null) as completed_milestones,
    count(*) filter (where i.kind = 2) as kpis,
    count(*) filter (where i.kind = 2 and (i.completed_at is not null or ${met})) as met_kpis,
    coalesce(div(sum(case i.kind when 1 then ${milestoneHundredths} else ${kpiHundredths} end),
      nullif(count(*), 0)), 0)::int as hundredths
  from success_plan_item i
  left join lateral (
    select count(*) as counted, count(*) filter (where k.status = 4) as completed from success_plan_task l
    join task k on k.tenant_id = l.tenant_id and k.task_id = l.task_id and k.record_id = p.record_id and k.status < 5
    where l.tenant_id = i.tenant_id and l.item_id = i.item_id and i.kind = 1 and i.task_ids <> '{}') t on true
  where i.tenant_id = p.tenant_id and i.plan_id = p.plan_id and i.kind <= 2 and not i.archived) g`

const figureColumns = 'g.milestones, g.completed_milestones, g.kpis, g.met_kpis, g.hundredths'

/** Plans that the actor sees, by their ids. */
export async function readCountedPlans(
  db: Db,
  actor: Actor,
  planIds: readonly number[],
  by: BehindBy,
): Promise<CountedPlanRow[]> {
  const values: unknown[] = [actor.tenantId, planIds]
  return query<CountedPlanRow>(
    db,
    `/*user:success_plan.read_all*/ select ${shownSql(behindSql(by, createPut(values)))}, ${figureColumns}
     from success_plan p
     join record_fenced r on r.tenant_id = p.tenant_id and r.record_id = p.record_id and ${recordScopeSql(actor, 'r')}
     ${figuresSql}
     where p.tenant_id = $1 and p.plan_id = any($2::bigint[]) order by p.plan_id`,
    values,
  )
}

/** A plan that the actor sees, without its figures; undefined where there is none. */
export async function readPlan(
  db: Db | Tx,
  actor: Actor,
  planId: number,
  by: BehindBy,
): Promise<PlanRow | undefined> {
  const values: unknown[] = [actor.tenantId, planId]
  const [row] = await query<PlanRow>(
    db,
    `/*user:success_plan.read*/ select ${shownSql(behindSql(by, createPut(values)))} from success_plan p
     join record_fenced r on r.tenant_id = p.tenant_id and r.record_id = p.record_id and ${recordScopeSql(actor, 'r')}
     where p.tenant_id = $1 and p.plan_id = $2`,
    values,
  )
  return row
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
  const month = `date_trunc('month', ${put(by.today)}::date)`
  const shows = {
    behind: () => behindSql(by, put),
    dueThisMonth: () =>
      `(p.completed_at is null and p.due_on >= ${month}::date and p.due_on < (${month} + interval '1 month')::date)`,
    noOwner: () => 'p.owner_id is null',
  }
  const pattern = text && `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
  return [
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
): Promise<{ rows: CountedPlanRow[]; total: number }> {
  const values: unknown[] = []
  const put = createPut(values)
  const tenantId = put(actor.tenantId)
  const where = [`p.tenant_id = ${tenantId}`, ...narrowSql(asked, by, put)].join(' and ')
  const behind = behindSql(by, put)
  const { page, pageSize } = asked
  // Every plan has a record, which is looked up only where something is asked of it.
  const record = `join record_fenced r on r.tenant_id = p.tenant_id and r.record_id = p.record_id
    and ${recordScopeSql(actor, 'r')}`
  const from = `success_plan p ${isScoped(actor) || asked.entityId ? record : ''}
    where ${where}`
  const rows = await query<(CountedPlanRow & { total: number }) | { id: null; total: number }>(
    db,
    `/*user:success_plan.page*/ with page as (
       select p.plan_id, p.completed_at is not null as is_over, p.due_on from ${from}
       order by p.completed_at is not null, p.due_on nulls last, p.plan_id
       limit ${put(pageSize)} offset ${put((page - 1) * pageSize)})
     select (select count(*) from ${from}) as total, x.* from (values (1)) one
     left join (
       select f.is_over, f.due_on as f_due, ${shownSql(behind)}, ${figureColumns} from page f
       join success_plan p on p.tenant_id = ${tenantId} and p.plan_id = f.plan_id
       join record_fenced r on r.tenant_id = p.tenant_id and r.record_id = p.record_id
       ${figuresSql}) x on true
     order by x.is_over, x.f_due nulls last, x.id`,
    values,
  )
  const isShown = (row: (typeof rows)[number]): row is CountedPlanRow & { total: number } => row.id !== null
  return { rows: rows.filter(isShown), total: rows[0]?.total ?? 0 }
}

/** The items of plans in their order, with the tasks of milestones that are about the record of the plan. */
export async function readParts(
  db: Db | Tx,
  tenantId: number,
  planIds: readonly number[],
): Promise<ReadPart[]> {
  // One plan is the usual case, and a list of ids is planned each time.
  const [condition, plans] =
    planIds.length === 1 ? ['i.plan_id = $2', planIds[0]] : ['i.plan_id = any($2::bigint[])', planIds]
  const rows = await queryArrays(
    db,
    `/*success_plan.parts*/ select i.item_id, i.version, i.updated_at,
       case when i.kind = 1 and i.task_ids <> '{}' then (
         select json_agg(json_build_object('taskId', t.task_id, 'title', t.title, 'status', t.status,
           'dueDate', t.due_on, 'assigneeId', t.assignee_id) order by array_position(i.task_ids, t.task_id))
         from success_plan_task l
         join task t on t.tenant_id = l.tenant_id and t.task_id = l.task_id and t.record_id = p.record_id
         where l.tenant_id = i.tenant_id and l.item_id = i.item_id) end,
       ${partTable.columnsOf('i')}
     from success_plan_item i
     join success_plan p on p.tenant_id = i.tenant_id and p.plan_id = i.plan_id
     where i.tenant_id = $1 and ${condition} order by i.plan_id, i.position, i.item_id`,
    [tenantId, plans],
  )
  return rows.map((row) => {
    const [id, version, updatedAt, tasks] = row as [number, number, string, TaskRow[] | null]
    return { row: { id, version, updatedAt, tasks: tasks ?? [] }, state: partTable.stateAfter(row, 4) }
  })
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
