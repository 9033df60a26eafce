import type { LevelId } from '@steward/contracts/level'
import type { Actor } from '../../platform/actor.ts'
import { query, type Db, type Tx } from '../../platform/db/database.ts'
import { scopeSql } from '../record/index.ts'

export interface InstanceRow {
  instanceId: number
  templateId: number
  name: string
  version: number
  latestVersion: number
  status: number
  recordId: number
  recordName: string
  level: LevelId
  archived: boolean
  ownerId: number | null
  startDate: string
  dueDate: string | null
  stepCount: number
  completedCount: number
  nextTitle: string | null
  nextDue: string | null
  createdAt: Date
  completedAt: Date | null
}

const columns = `i.instance_id "instanceId", i.template_id "templateId", t.name, i.version,
  t.version "latestVersion", i.status, i.record_id "recordId", r.name "recordName", r.level, r.archived,
  i.owner_id "ownerId", i.start_on::text "startDate", i.due_on::text "dueDate",
  coalesce(p.steps, 0)::int "stepCount", coalesce(p.completed, 0)::int "completedCount",
  n.title "nextTitle", n.due_on::text "nextDue", i.created_at "createdAt", i.completed_at "completedAt"`

const joined = `join playbook_template t on t.tenant_id = i.tenant_id and t.template_id = i.template_id
  join record_fenced r on r.tenant_id = i.tenant_id and r.record_id = i.record_id
  left join lateral (
    select count(*) filter (where s.state in (1, 2)) steps, count(*) filter (where k.status = 4) completed
    from playbook_instance_step s
    left join task k on k.tenant_id = s.tenant_id and k.task_id = s.task_id
    where s.tenant_id = i.tenant_id and s.instance_id = i.instance_id) p on true
  left join lateral (
    select k.title, k.due_on from task k
    where k.tenant_id = i.tenant_id and k.instance_id = i.instance_id and k.status < 4
    order by k.due_on nulls last, k.task_id limit 1) n on true`

export interface InstanceFilter {
  instanceId?: number | undefined
  templateId?: number | undefined
  ownerId?: number | undefined
  status?: number | undefined
  hideDone?: boolean | undefined
  level?: number | undefined
  /** Only those that are due before this day. */
  dueBefore?: string | undefined
  /** A record: its own instances, and those of the records below it. */
  recordId?: number | undefined
}

export interface InstanceWindow {
  orderBy: 'playbookInstanceId' | 'dueDate' | 'status'
  order: 'asc' | 'desc'
  limit: number
  offset: number
}

const orders = { playbookInstanceId: 'i.instance_id', dueDate: 'i.due_on', status: 'i.status' } as const

function whereSql(actor: Actor, filter: InstanceFilter, values: unknown[]): string {
  const param = (value: unknown) => `$${values.push(value)}`
  const { instanceId, templateId, ownerId, status, hideDone, level, dueBefore, recordId } = filter
  const place = recordId === undefined ? '' : param(recordId)
  return [
    'i.tenant_id = $1',
    scopeSql(actor, 'r'),
    ...(instanceId === undefined ? [] : [`i.instance_id = ${param(instanceId)}`]),
    ...(templateId === undefined ? [] : [`i.template_id = ${param(templateId)}`]),
    ...(ownerId === undefined ? [] : [`i.owner_id = ${param(ownerId)}`]),
    ...(status === undefined ? [] : [`i.status = ${param(status)}`]),
    ...(hideDone ? ['i.status < 4'] : []),
    ...(level === undefined ? [] : [`r.level = ${param(level)}`]),
    ...(dueBefore === undefined ? [] : [`i.due_on < ${param(dueBefore)}`]),
    ...(place ? [`(r.record_id = ${place} or r.account_id = ${place} or r.organization_id = ${place})`] : []),
  ].join(' and ')
}

/** Instances whose record the actor sees, and how many there are in all. */
export async function listInstances(
  db: Db | Tx,
  actor: Actor,
  filter: InstanceFilter,
  { orderBy, order, limit, offset }: InstanceWindow,
): Promise<{ rows: InstanceRow[]; total: number }> {
  const values: unknown[] = [actor.tenantId]
  const where = whereSql(actor, filter, values)
  const direction = order === 'asc' ? 'asc nulls last' : 'desc nulls last'
  const rows = await query<InstanceRow>(
    db,
    `select ${columns} from playbook_instance i ${joined} where ${where}
     order by ${orders[orderBy]} ${direction}, i.instance_id ${order === 'asc' ? 'asc' : 'desc'}
     limit $${values.length + 1} offset $${values.length + 2}`,
    [...values, limit, offset],
  )
  const [counted] = await query<{ total: number }>(
    db,
    `select count(*) as total from playbook_instance i
     join record_fenced r on r.tenant_id = i.tenant_id and r.record_id = i.record_id where ${where}`,
    values,
  )
  return { rows, total: counted?.total ?? 0 }
}

/** Those of some instances whose record the actor sees. */
export async function listSeen(db: Db | Tx, actor: Actor, ids: readonly number[]): Promise<number[]> {
  const rows = await query<{ id: number }>(
    db,
    `select i.instance_id as id from playbook_instance i
     join record_fenced r on r.tenant_id = i.tenant_id and r.record_id = i.record_id
     where i.tenant_id = $1 and i.instance_id = any($2::bigint[]) and ${scopeSql(actor, 'r')}
     order by i.instance_id`,
    [actor.tenantId, ids],
  )
  return rows.map(({ id }) => id)
}

/** How many running instances a user owns. */
export async function countOwned(db: Db, tenantId: number, userId: number): Promise<number> {
  const rows = await query<{ owned: number }>(
    db,
    `/*playbook.count_owned*/ select count(*) as owned from playbook_instance
     where tenant_id = $1 and owner_id = $2 and status < 4`,
    [tenantId, userId],
  )
  return rows[0]?.owned ?? 0
}

/** The first running instances of an owner, by their ids. */
export async function listOwned(tx: Tx, tenantId: number, userId: number, limit: number): Promise<number[]> {
  const rows = await query<{ id: number }>(
    tx,
    `/*playbook.owned*/ select instance_id as id from playbook_instance
     where tenant_id = $1 and owner_id = $2 and status < 4 order by instance_id limit ${limit}`,
    [tenantId, userId],
  )
  return rows.map(({ id }) => id)
}

export interface TaskRow {
  taskId: number
  stepId: number
  title: string
  statusId: number
  priorityId: number
  dueDate: string | null
  isDatePinned: boolean
  assigneeId: number | null
  completedAt: Date | null
}

/** The tasks of an instance. */
export function readTasks(db: Db | Tx, tenantId: number, instanceId: number): Promise<TaskRow[]> {
  return query<TaskRow>(
    db,
    `/*playbook.tasks*/ select t.task_id "taskId", t.step_id "stepId", t.title, t.status "statusId",
       t.priority "priorityId", t.due_on::text "dueDate", t.date_pinned "isDatePinned",
       t.assignee_id "assigneeId", t.completed_at "completedAt"
     from task t where t.tenant_id = $1 and t.instance_id = $2 order by t.task_id`,
    [tenantId, instanceId],
  )
}

/** What notifications show of instances: undefined for those that the actor may not see, or that are gone. */
export async function readSubjects(db: Db | Tx, actor: Actor, ids: readonly number[]) {
  const rows = await query<{ id: number; name: string; level: LevelId; recordId: number }>(
    db,
    `select i.instance_id as id, t.name || ' for ' || r.name as name, r.level, r.record_id as "recordId"
     from playbook_instance i
     join playbook_template t on t.tenant_id = i.tenant_id and t.template_id = i.template_id
     join record_fenced r on r.tenant_id = i.tenant_id and r.record_id = i.record_id
     where i.tenant_id = $1 and i.instance_id = any($2::bigint[]) and ${scopeSql(actor, 'r')}`,
    [actor.tenantId, ids],
  )
  const byId = new Map(rows.map(({ id, ...subject }) => [id, subject]))
  return ids.map((id) => byId.get(id))
}

/** How many instances of templates run on records that the actor sees, by template. */
export async function countRunning(
  db: Db,
  actor: Actor,
  templateIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await query<{ id: number; running: number }>(
    db,
    `select i.template_id as id, count(*)::int as running from playbook_instance i
     join record_fenced r on r.tenant_id = i.tenant_id and r.record_id = i.record_id
     where i.tenant_id = $1 and i.template_id = any($2::int[]) and i.status < 4 and ${scopeSql(actor, 'r')}
     group by i.template_id`,
    [actor.tenantId, templateIds],
  )
  return new Map(rows.map(({ id, running }) => [id, running]))
}
