import { query, type Db, type Tx } from '../../platform/db/database.ts'
import type { RunPlace } from './run.store.ts'

export interface ExecutionRow {
  nodeRunId: number
  runId: number
  nodeId: number
  version: number
  status: number
  recordId: number
  name: string | null
  reason: string | null
  changeSetId: number | null
  canRetry: boolean
  wakeAt: Date | null
  at: Date
}

/** Whether a company has a node. */
export async function hasNode(db: Db, tenantId: number, nodeId: number): Promise<boolean> {
  const rows = await query<{ found: boolean }>(
    db,
    `/*scenario_execution.node*/ select exists (
       select from scenario_node where tenant_id = $1 and node_id = $2) as found`,
    [tenantId, nodeId],
  )
  return rows[0]?.found ?? false
}

/** Executions of a node, the newest first: those that ended, and the records that are there now. */
export function listExecutions(
  db: Db,
  tenantId: number,
  nodeId: number,
  { status, before, limit }: { status: number | null; before: number | null; limit: number },
): Promise<ExecutionRow[]> {
  return query<ExecutionRow>(
    db,
    `select e.node_run_id as "nodeRunId", e.run_id as "runId", $2::integer as "nodeId", r.version, e.status,
       e.record_id as "recordId", c.name, e.reason, e.change_set_id as "changeSetId",
       e.status > 3 and r.state > 2 and r.node_run_id = e.node_run_id as "canRetry", e.wake_at as "wakeAt", e.at
     from (
       (select node_run_id, run_id, record_id, status, reason, change_set_id, null::timestamptz as wake_at, at
        from scenario_node_run where tenant_id = $1 and node_id = $2
          and ($3::smallint is null or status = $3) and ($4::bigint is null or node_run_id < $4)
        order by node_run_id desc limit $5)
       union all
       (select node_run_id, run_id, record_id, 1, null, null, wake_at, arrived_at
        from scenario_run where tenant_id = $1 and node_id = $2 and state < 3
          and coalesce($3::smallint, 1) = 1 and ($4::bigint is null or node_run_id < $4)
        order by node_run_id desc limit $5)
     ) e
     join scenario_run r on r.tenant_id = $1 and r.run_id = e.run_id
     left join record_fenced c on c.tenant_id = $1 and c.record_id = e.record_id
     order by e.node_run_id desc limit $5`,
    [tenantId, nodeId, status, before, limit],
  )
}

/** An execution that a call changed. */
export interface ChangedExecution extends Omit<RunPlace, 'tenantId'> {
  nodeRunId: number
  /** The status that it had. */
  status: number
}

/**
 * Puts runs back to the node at which they failed or were skipped, as far as they are still there, their scenario is not
 * archived, and their record hasn't entered it again since.
 */
export function retryExecutions(
  tx: Tx,
  tenantId: number,
  nodeRunIds: readonly number[],
  at: Date,
): Promise<ChangedExecution[]> {
  return query<ChangedExecution>(
    tx,
    `/*scenario_execution.retry*/
    with locked as (
      select n.node_run_id, n.status, r.run_id, r.node_id, r.scenario_id, r.version, r.record_id, r.exclusive, r.state
      from scenario_node_run n
      join scenario_run r on r.tenant_id = $1 and r.run_id = n.run_id and r.node_run_id = n.node_run_id
      join scenario s on s.tenant_id = $1 and s.scenario_id = r.scenario_id
      where n.tenant_id = $1 and n.node_run_id = any($2::bigint[]) and n.status > 3 and r.state > 2 and s.status <> 4
      order by r.run_id for update of r
    ), chosen as (
      select * from (
        select l.*, row_number() over (partition by l.scenario_id, l.record_id order by l.state, l.run_id desc) as nth
        from locked l) n
      where n.state = 3 or not n.exclusive or (n.nth = 1 and not exists (
        select from scenario_run o where o.tenant_id = $1 and o.scenario_id = n.scenario_id
          and o.record_id = n.record_id and o.state < 4 and o.exclusive))
    ), removed as (
      delete from scenario_node_run d using chosen c where d.tenant_id = $1 and d.node_run_id = c.node_run_id
    ), ready as (
      update scenario_run r set state = 1, outcome = null, ended_at = null, wake_at = null, arrived_at = $3
      from chosen c where r.tenant_id = $1 and r.run_id = c.run_id
    )
    select node_run_id as "nodeRunId", node_id as "nodeId", scenario_id as "scenarioId", version, status from chosen`,
    [tenantId, nodeRunIds, at],
  )
}

/** Marks failures and skips as attended to. Records that stood at a failure leave their scenario. */
export function dismissExecutions(
  tx: Tx,
  tenantId: number,
  nodeRunIds: readonly number[],
  at: Date,
): Promise<Pick<ChangedExecution, 'nodeRunId' | 'nodeId' | 'status'>[]> {
  return query(
    tx,
    `/*scenario_execution.dismiss*/
    with chosen as (
      select node_run_id, run_id, node_id, status from scenario_node_run
      where tenant_id = $1 and node_run_id = any($2::bigint[]) and status in (4, 6) order by node_run_id for update
    ), marked as (
      update scenario_node_run n set status = c.status + 1 from chosen c
      where n.tenant_id = $1 and n.node_run_id = c.node_run_id
    ), left_over as (
      update scenario_run r set state = 4, outcome = 'dismissed', ended_at = $3 from chosen c
      where r.tenant_id = $1 and r.run_id = c.run_id and r.node_run_id = c.node_run_id and r.state = 3
    )
    select node_run_id as "nodeRunId", node_id as "nodeId", status from chosen`,
    [tenantId, nodeRunIds, at],
  )
}

/** How many records of a scenario failed for a reason since an instant, up to a hundred. */
export async function countFailures(
  tx: Tx,
  tenantId: number,
  scenarioId: number,
  cause: string,
  since: Date,
): Promise<number> {
  const [row] = await query<{ n: number }>(
    tx,
    `/*scenario_execution.failures*/ select count(*) as n from (
       select from scenario_node_run n
       join scenario_node k on k.tenant_id = $1 and k.node_id = n.node_id and k.scenario_id = $2
       where n.tenant_id = $1 and n.status = 4 and n.cause = $3 and n.at > $4 limit 100) f`,
    [tenantId, scenarioId, cause, since],
  )
  return row?.n ?? 0
}

/** Executions that are forgotten in one statement. */
const mostForgotten = 5000

/** Forgets executions of runs that ended before an instant; the counts of nodes stay. Answers how many it were. */
export async function forgetExecutions(db: Db, tenantId: number, before: Date): Promise<number> {
  const gone = await query(
    db,
    `/*scenario_execution.forget*/ delete from scenario_node_run where tenant_id = $1 and node_run_id in (
       select n.node_run_id from scenario_node_run n
       join scenario_run r on r.tenant_id = $1 and r.run_id = n.run_id
       where n.tenant_id = $1 and n.at < $2 and r.ended_at < $2 limit ${mostForgotten})
     returning 1`,
    [tenantId, before],
  )
  return gone.length
}
