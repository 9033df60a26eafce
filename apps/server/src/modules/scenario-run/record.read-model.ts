import type { LevelId } from '@steward/contracts/level'
import { query, type Db, type Tx } from '../../platform/db/database.ts'
import type { ExecutionRow } from './execution.store.ts'

type Param = (value: unknown) => string

/** Those of some records that meet a condition on the record `r`. */
export async function findMatching(
  db: Db | Tx,
  tenantId: number,
  level: LevelId,
  recordIds: readonly number[],
  condition: (param: Param) => string,
): Promise<Set<number>> {
  const values: unknown[] = [tenantId, level, recordIds]
  const text = condition((value) => `$${values.push(value)}`)
  const rows = await query<{ recordId: number }>(
    db,
    `select r.record_id as "recordId" from record_fenced r
     where r.tenant_id = $1 and r.level = $2 and r.record_id = any($3::bigint[]) and (${text})`,
    values,
  )
  return new Set(rows.map(({ recordId }) => recordId))
}

/** The days that SQL on the record `r` gives, by record. */
export async function readDays(
  db: Db | Tx,
  tenantId: number,
  recordIds: readonly number[],
  daySql: string,
): Promise<Map<number, string | null>> {
  const rows = await query<{ recordId: number; day: string | null }>(
    db,
    `select r.record_id as "recordId", ${daySql} as day from record_fenced r
     where r.tenant_id = $1 and r.record_id = any($2::bigint[])`,
    [tenantId, recordIds],
  )
  return new Map(rows.map(({ recordId, day }) => [recordId, day]))
}

/** The records of tasks, each once. */
export function readTaskRecords(
  db: Db,
  tenantId: number,
  taskIds: readonly number[],
): Promise<{ recordId: number; level: LevelId }[]> {
  return query(
    db,
    `/*scenario_run.task_records*/ select distinct r.record_id as "recordId", r.level
     from task t join record r on r.tenant_id = t.tenant_id and r.record_id = t.record_id
     where t.tenant_id = $1 and t.task_id = any($2::bigint[])`,
    [tenantId, taskIds],
  )
}

/** When a record went through each of some nodes last; a node without kept executions is left out. */
export async function readLastAt(
  db: Db,
  tenantId: number,
  nodeIds: readonly number[],
): Promise<Map<number, Date>> {
  const rows = await query<{ nodeId: number; at: Date }>(
    db,
    `/*scenario_path.last*/ select t.node_id as "nodeId", e.at from unnest($2::integer[]) t(node_id)
     cross join lateral (
       select n.at from scenario_node_run n where n.tenant_id = $1 and n.node_id = t.node_id and n.status = 2
       order by n.node_run_id desc limit 1) e`,
    [tenantId, nodeIds],
  )
  return new Map(rows.map(({ nodeId, at }) => [nodeId, at]))
}

export interface RunRow {
  runId: number
  scenarioId: number
  name: string
  version: number
  state: number
  nodeId: number
  nodeKey: string
  nodeRunId: number
  recordId: number
  recordName: string | null
  level: number
  enteredAt: Date
  arrivedAt: Date
  wakeAt: Date | null
  endedAt: Date | null
}

const columns = `r.run_id as "runId", r.scenario_id as "scenarioId", s.name, r.version, r.state, r.node_id as "nodeId",
  k.key as "nodeKey", r.node_run_id as "nodeRunId", r.record_id as "recordId", c.name as "recordName", s.level,
  r.entered_at as "enteredAt", r.arrived_at as "arrivedAt", r.wake_at as "wakeAt", r.ended_at as "endedAt"`

const neighbours = `join scenario_node k on k.tenant_id = $1 and k.node_id = r.node_id
  left join record_fenced c on c.tenant_id = $1 and c.record_id = r.record_id`

/** The latest runs of a record in all scenarios of its level, at most a hundred. */
export function listRecordRuns(db: Db, tenantId: number, level: number, recordId: number): Promise<RunRow[]> {
  return query<RunRow>(
    db,
    `/*scenario_path.record*/ select ${columns} from scenario s
     join scenario_run r on r.tenant_id = $1 and r.scenario_id = s.scenario_id and r.record_id = $3
     ${neighbours}
     where s.tenant_id = $1 and s.level = $2 order by r.run_id desc limit 100`,
    [tenantId, level, recordId],
  )
}

export async function findRun(db: Db, tenantId: number, runId: number): Promise<RunRow | undefined> {
  const rows = await query<RunRow>(
    db,
    `/*scenario_path.run*/ select ${columns} from scenario_run r
     join scenario s on s.tenant_id = $1 and s.scenario_id = r.scenario_id
     ${neighbours}
     where r.tenant_id = $1 and r.run_id = $2`,
    [tenantId, runId],
  )
  return rows[0]
}

export type StepRow = Pick<
  ExecutionRow,
  'nodeRunId' | 'nodeId' | 'status' | 'reason' | 'changeSetId' | 'wakeAt' | 'at'
>

/** The executions of a run that ended, the first one first. */
export function listSteps(db: Db, tenantId: number, runId: number): Promise<StepRow[]> {
  return query<StepRow>(
    db,
    `/*scenario_path.steps*/ select n.node_run_id as "nodeRunId", n.node_id as "nodeId", n.status, n.reason,
       n.change_set_id as "changeSetId", null::timestamptz as "wakeAt", n.at
     from scenario_node_run n where n.tenant_id = $1 and n.run_id = $2 order by n.at, n.node_run_id`,
    [tenantId, runId],
  )
}
