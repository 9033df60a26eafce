import { query, type Db } from '../../platform/db/database.ts'
import { nextPageSize } from '../../platform/db/limit.ts'

export interface RunRow {
  runId: number
  scenarioId: number
  version: number
  recordId: number
  state: number
  outcome: string | null
  nodeKey: string
  arrivedAt: Date
  wakesAt: Date | null
  enteredAt: Date
  endedAt: Date | null
}

const columns = `r.run_id as "runId", r.scenario_id as "scenarioId", r.version, r.record_id as "recordId", r.state,
  r.outcome, k.key as "nodeKey", r.arrived_at as "arrivedAt", case when r.state = 2 then r.wake_at end as "wakesAt",
  r.entered_at as "enteredAt", r.ended_at as "endedAt"`

export async function findRun(db: Db, tenantId: number, runId: number): Promise<RunRow | undefined> {
  const [row] = await query<RunRow>(
    db,
    `/*scenario_path.run*/ select ${columns} from scenario_run r
     join scenario_node k on k.tenant_id = r.tenant_id and k.node_id = r.node_id
     where r.tenant_id = $1 and r.run_id = $2`,
    [tenantId, runId],
  )
  return row
}

export interface StepRow {
  nodeKey: string
  status: number
  at: Date
  reason: string | null
  changeSetId: number | null
}

/** The executions of a run that ended, in their order. */
export function listSteps(db: Db, tenantId: number, runId: number): Promise<StepRow[]> {
  return query<StepRow>(
    db,
    `/*scenario_path.steps*/ select k.key as "nodeKey", n.status, n.at, n.reason, n.change_set_id as "changeSetId"
     from scenario_node_run n
     join scenario_node k on k.tenant_id = n.tenant_id and k.node_id = n.node_id
     where n.tenant_id = $1 and n.run_id = $2 order by n.node_run_id`,
    [tenantId, runId],
  )
}

/** The runs of a record, the newest first, with how often they changed something. */
export async function listRunsOf(
  db: Db,
  tenantId: number,
  recordId: number,
  { before, limit }: { before: number | null; limit: number },
): Promise<(RunRow & { scenario: string; actions: number })[]> {
  const rows = await query<RunRow & { scenario: string; actions: number }>(
    db,
    `/*scenario_path.of_record*/ select ${columns}, s.name as scenario,
       (select count(*) from scenario_node_run n where n.tenant_id = r.tenant_id and n.run_id = r.run_id
          and n.change_set_id is not null) as actions
     from scenario_run r
     join scenario_node k on k.tenant_id = r.tenant_id and k.node_id = r.node_id
     join scenario s on s.tenant_id = r.tenant_id and s.scenario_id = r.scenario_id
     where r.tenant_id = $1 and r.record_id = $2 and ($3::bigint is null or r.run_id < $3)
     order by r.run_id desc limit ${nextPageSize(limit)}`,
    [tenantId, recordId, before],
  )
  return rows.slice(0, limit)
}
