import {
  instanceStatuses,
  instanceStatusId,
  stepStates,
  type StepState,
} from '@steward/contracts/plain/playbook'
import { query, type Db, type Tx } from '../../platform/db/database.ts'
import type { Instance, InstanceState, InstanceStep } from './instance.state.ts'

interface Row extends Omit<InstanceState, 'status' | 'createdAt' | 'completedAt' | 'steps'> {
  instanceId: number
  rowVersion: number
  status: number
  createdAt: Date
  completedAt: Date | null
}

const columns = `i.instance_id "instanceId", i.row_version "rowVersion", i.template_id "templateId", i.version,
  i.record_id "recordId", i.application_id "applicationId", i.status, i.owner_id "ownerId",
  i.start_on::text "startDate", i.end_on::text "endDate", i.due_on::text "dueDate", i.created_at "createdAt",
  i.completed_at "completedAt"`

const stateId = (state: StepState): number => stepStates.indexOf(state) + 1

interface StepRow extends Omit<InstanceStep, 'state'> {
  instanceId: number
  state: number
}

/** The steps of instances, by instance. */
export async function readSteps(
  db: Db | Tx,
  tenantId: number,
  instanceIds: readonly number[],
): Promise<Map<number, InstanceStep[]>> {
  const rows = await query<StepRow>(
    db,
    `/*playbook.steps*/ select s.instance_id "instanceId", s.step_id "stepId", s.state, s.task_id "taskId",
       s.planned_on::text "plannedOn", s.assignee_id "assigneeId", s.reason
     from playbook_instance_step s where s.tenant_id = $1 and s.instance_id = any($2::bigint[])
     order by s.instance_id, s.step_id`,
    [tenantId, instanceIds],
  )
  const byInstance = new Map<number, InstanceStep[]>()
  for (const { instanceId, state, ...step } of rows) {
    const steps = byInstance.get(instanceId) ?? []
    steps.push({ ...step, state: stepStates[state - 1] ?? 'task' })
    byInstance.set(instanceId, steps)
  }
  return byInstance
}

/** Locks instances, in the order of their ids, until the transaction ends; gone ones are left out. */
export async function lockInstances(
  tx: Tx,
  tenantId: number,
  instanceIds: readonly number[],
): Promise<Instance[]> {
  const rows = await query<Row>(
    tx,
    `/*playbook.lock*/ select ${columns} from playbook_instance i
     where i.tenant_id = $1 and i.instance_id = any($2::bigint[]) order by i.instance_id for update`,
    [tenantId, instanceIds],
  )
  const steps = await readSteps(tx, tenantId, instanceIds)
  return rows.map(({ instanceId, rowVersion, status, createdAt, completedAt, ...rest }) => ({
    instanceId,
    rowVersion,
    state: {
      ...rest,
      status: instanceStatuses[status - 1] ?? 'ARCHIVED',
      createdAt: createdAt.toISOString(),
      completedAt: completedAt?.toISOString() ?? null,
      steps: steps.get(instanceId) ?? [],
    },
  }))
}

const rowOf = ({ instanceId, rowVersion, state }: Instance): Record<string, unknown> => ({
  instance_id: instanceId,
  row_version: rowVersion,
  template_id: state.templateId,
  version: state.version,
  record_id: state.recordId,
  application_id: state.applicationId,
  status: instanceStatusId(state.status),
  owner_id: state.ownerId,
  start_on: state.startDate,
  end_on: state.endDate,
  due_on: state.dueDate,
  created_at: state.createdAt,
  completed_at: state.completedAt,
})

const rowTypes = `instance_id bigint, row_version int, template_id int, version int, record_id bigint,
  application_id bigint, status smallint, owner_id int, start_on date, end_on date, due_on date,
  created_at timestamptz, completed_at timestamptz`

const rowColumns = `instance_id, row_version, template_id, version, record_id, application_id, status, owner_id,
  start_on, end_on, due_on, created_at, completed_at`

const rowNames = rowColumns.split(/,\s*/)

/** The columns as lists, for rows that are inserted: JSON of as many takes longer to read. */
const rowLists = rowTypes
  .split(/,\s*/)
  .map((column, nth) => `$${nth + 2}::${column.split(' ')[1]}[]`)
  .join(', ')

export async function takeInstanceIds(db: Db, count: number): Promise<number[]> {
  const rows = await query<{ id: number }>(
    db,
    `/*playbook.ids*/
    select nextval(pg_get_serial_sequence('playbook_instance', 'instance_id')) as id from generate_series(1, $1)`,
    [count],
  )
  return rows.map(({ id }) => id)
}

/**
 * Inserts instances without their steps. Answers the ids of those that were: where the playbook runs on the record
 * already, none is.
 */
export async function insertInstances(
  tx: Tx,
  tenantId: number,
  instances: readonly Instance[],
): Promise<Set<number>> {
  const all = instances.map(rowOf)
  const rows = await query<{ id: number }>(
    tx,
    `/*playbook.insert*/ insert into playbook_instance (tenant_id, ${rowColumns})
     select $1, x.* from unnest(${rowLists}) as x(${rowColumns})
     on conflict do nothing returning instance_id as id`,
    [tenantId, ...rowNames.map((name) => all.map((row) => row[name]))],
  )
  return new Set(rows.map(({ id }) => id))
}

const stepValues = (tenantId: number, instances: readonly Instance[]): unknown[] => {
  const steps = instances.flatMap(({ instanceId, state }) =>
    state.steps.map((step) => ({ ...step, instanceId })),
  )
  return [
    tenantId,
    steps.map(({ instanceId }) => instanceId),
    steps.map(({ stepId }) => stepId),
    steps.map(({ state }) => stateId(state)),
    steps.map(({ taskId }) => taskId),
    steps.map(({ plannedOn }) => plannedOn),
    steps.map(({ assigneeId }) => assigneeId),
    steps.map(({ reason }) => reason),
  ]
}

const insertsSteps = `insert into playbook_instance_step
  (tenant_id, instance_id, step_id, state, task_id, planned_on, assignee_id, reason)
  select $1, x.* from unnest($2::bigint[], $3::int[], $4::smallint[], $5::bigint[], $6::date[], $7::int[], $8::text[]) x`

/** Inserts the steps of instances that have none yet. */
export async function insertSteps(tx: Tx, tenantId: number, instances: readonly Instance[]): Promise<void> {
  await query(tx, `/*playbook.insert_steps*/ ${insertsSteps}`, stepValues(tenantId, instances))
}

/** Makes the steps of an instance those of its state. */
async function putSteps(tx: Tx, tenantId: number, instances: readonly Instance[]): Promise<void> {
  await query(
    tx,
    `/*playbook.put_steps*/ ${insertsSteps}
     on conflict (tenant_id, instance_id, step_id) do update set state = excluded.state,
       task_id = excluded.task_id, planned_on = excluded.planned_on, assignee_id = excluded.assignee_id,
       reason = excluded.reason`,
    stepValues(tenantId, instances),
  )
}

/** Writes instances that are locked, with their steps; steps that a state does not have are deleted. */
export async function updateInstances(
  tx: Tx,
  tenantId: number,
  instances: readonly Instance[],
): Promise<void> {
  await query(
    tx,
    `/*playbook.update*/ update playbook_instance i set row_version = x.row_version, version = x.version,
       status = x.status, owner_id = x.owner_id, start_on = x.start_on, end_on = x.end_on, due_on = x.due_on,
       completed_at = x.completed_at
     from jsonb_to_recordset($2::jsonb) as x(${rowTypes})
     where i.tenant_id = $1 and i.instance_id = x.instance_id`,
    [tenantId, JSON.stringify(instances.map(rowOf))],
  )
  const kept = instances.flatMap(({ instanceId, state }) =>
    state.steps.map(({ stepId }) => ({ instance_id: instanceId, step_id: stepId })),
  )
  await query(
    tx,
    `/*playbook.drop_steps*/ delete from playbook_instance_step s
     where s.tenant_id = $1 and s.instance_id = any($2::bigint[]) and not exists (
       select from jsonb_to_recordset($3::jsonb) as x(instance_id bigint, step_id int)
       where x.instance_id = s.instance_id and x.step_id = s.step_id)`,
    [tenantId, instances.map(({ instanceId }) => instanceId), JSON.stringify(kept)],
  )
  await putSteps(tx, tenantId, instances)
}

export async function deleteInstances(tx: Tx, tenantId: number, ids: readonly number[]): Promise<void> {
  await query(
    tx,
    '/*playbook.delete*/ delete from playbook_instance where tenant_id = $1 and instance_id = any($2::bigint[])',
    [tenantId, ids],
  )
}

/** Those of some instances that have a task which someone worked on since it was created. */
export async function findWorkedOn(tx: Tx, tenantId: number, ids: readonly number[]): Promise<Set<number>> {
  const rows = await query<{ id: number }>(
    tx,
    `/*playbook.worked_on*/ select distinct t.instance_id as id from task t
     where t.tenant_id = $1 and t.instance_id = any($2::bigint[]) and t.version > 1`,
    [tenantId, ids],
  )
  return new Set(rows.map(({ id }) => id))
}

/** The names of the playbooks of instances, by instance; `condition` is about their record `r`. */
export async function readNames(
  db: Db | Tx,
  tenantId: number,
  ids: readonly number[],
  condition: string,
): Promise<Map<number, string>> {
  const rows = await query<{ id: number; name: string }>(
    db,
    `/*playbook.names*/ select i.instance_id as id, t.name from playbook_instance i
     join playbook_template t on t.tenant_id = i.tenant_id and t.template_id = i.template_id
     join record_fenced r on r.tenant_id = i.tenant_id and r.record_id = i.record_id
     where i.tenant_id = $1 and i.instance_id = any($2::bigint[]) and ${condition}`,
    [tenantId, ids],
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The running instances of a template, on one record where it is named. */
export async function listRunning(
  tx: Tx,
  tenantId: number,
  templateId: number,
  recordId?: number,
): Promise<number[]> {
  const rows = await query<{ id: number }>(
    tx,
    `/*playbook.running*/ select instance_id as id from playbook_instance
     where tenant_id = $1 and template_id = $2 and status < 4 and ($3::bigint is null or record_id = $3)
     order by instance_id`,
    [tenantId, templateId, recordId ?? null],
  )
  return rows.map(({ id }) => id)
}

/** Running instances on records that operations changed. */
export async function listOnChanged(
  db: Db,
  tenantId: number,
  changeSetIds: readonly number[],
): Promise<number[]> {
  const rows = await query<{ id: number }>(
    db,
    `/*playbook.on_changed*/ select distinct i.instance_id as id from changed_record c
     join playbook_instance i on i.tenant_id = c.tenant_id and i.record_id = c.record_id and i.status < 4
     where c.tenant_id = $1 and c.change_set_id = any($2::bigint[]) order by i.instance_id`,
    [tenantId, changeSetIds],
  )
  return rows.map(({ id }) => id)
}
