import type { ChangeCause } from '@steward/contracts/record-history'
import { query, type Db, type Tx } from '../../platform/db/database.ts'

/** Where runs are that are worked on together. */
export interface RunPlace {
  tenantId: number
  scenarioId: number
  version: number
  nodeId: number
}

/** How runs are stored. */
export const runStates = { ready: 1, waiting: 2, failed: 3, ended: 4 } as const

export interface ClaimedRun {
  runId: number
  nodeRunId: number
  recordId: number
  arrivedAt: Date
  hasWaited: boolean
  causes: ChangeCause[] | null
  /** null where the record is gone. */
  archived: boolean | null
}

const claimedColumns = `r.run_id as "runId", r.node_run_id as "nodeRunId", r.record_id as "recordId",
  r.arrived_at as "arrivedAt", r.wake_at is not null as "hasWaited", r.causes,
  (select c.archived from record c where c.tenant_id = r.tenant_id and c.record_id = r.record_id) as archived`

/** Takes ready runs at a node that no one else works on, until the transaction ends. */
export function claimRuns(
  tx: Tx,
  { tenantId, version, nodeId }: RunPlace,
  limit: number,
): Promise<ClaimedRun[]> {
  return query<ClaimedRun>(
    tx,
    `/*scenario_run.claim*/ select ${claimedColumns} from scenario_run r
     where r.tenant_id = $1 and r.node_id = $2 and r.version = $3 and r.state = 1
     order by r.run_id limit ${limit} for update of r skip locked`,
    [tenantId, nodeId, version],
  )
}

/** The same for some of them, as far as they are still ready there. */
export function claimSome(
  tx: Tx,
  { tenantId, version, nodeId }: RunPlace,
  runIds: readonly number[],
): Promise<ClaimedRun[]> {
  return query<ClaimedRun>(
    tx,
    `/*scenario_run.claim_some*/ select ${claimedColumns} from scenario_run r
     where r.tenant_id = $1 and r.node_id = $2 and r.version = $3 and r.state = 1 and r.run_id = any($4::bigint[])
     order by r.run_id for update of r skip locked`,
    [tenantId, nodeId, version, runIds],
  )
}

/** What happens to a run. */
export interface Move {
  runId: number
  nodeRunId: number
  recordId: number
  /** As the place of an execution's status; 1 for one that goes on at the node. */
  status: number
  cause: string | null
  reason: string | null
  changeSetId: number | null
  /** Where it goes; null where it stays or ends. */
  nextNodeId: number | null
  state: number
  outcome: string | null
  wakeAt: Date | null
}

/** Takes the next ids for executions that are about to begin. */
async function takeNodeRunIds(tx: Tx, count: number): Promise<number[]> {
  if (count === 0) return []
  const rows = await query<{ id: number }>(
    tx,
    `/*scenario_run.ids*/ select nextval('scenario_node_run_node_run_id_seq') as id from generate_series(1, $1)`,
    [count],
  )
  return rows.map(({ id }) => id)
}

/** Writes the executions that ended, and where their runs are from now on. */
export async function moveRuns(
  tx: Tx,
  tenantId: number,
  nodeId: number,
  moves: readonly Move[],
  at: Date,
): Promise<void> {
  const going = moves.filter(({ nextNodeId }) => nextNodeId !== null)
  const ids = await takeNodeRunIds(tx, going.length)
  const nextRunIds = new Map(going.map(({ runId }, nth) => [runId, ids[nth]]))
  await query(
    tx,
    `/*scenario_run.move*/
    with moved as (
      select * from unnest($3::bigint[], $4::bigint[], $5::bigint[], $6::smallint[], $7::text[], $8::text[],
        $9::bigint[], $10::integer[], $11::bigint[], $12::smallint[], $13::text[], $14::timestamptz[])
        as m(run_id, node_run_id, record_id, status, cause, reason, change_set_id, next_id, next_run_id, state,
          outcome, wake_at)
    ), noted as (
      insert into scenario_node_run
        (tenant_id, node_run_id, run_id, node_id, record_id, status, change_set_id, cause, reason, at)
      select $1, m.node_run_id, m.run_id, $2, m.record_id, m.status, m.change_set_id, m.cause, m.reason, $15
      from moved m where m.status > 1
    )
    update scenario_run r set
      node_id = coalesce(m.next_id, r.node_id),
      node_run_id = coalesce(m.next_run_id, r.node_run_id),
      arrived_at = case when m.next_id is null then r.arrived_at else $15 end,
      state = m.state, outcome = m.outcome, wake_at = m.wake_at,
      ended_at = case when m.state = 4 then $15 end
    from moved m where r.tenant_id = $1 and r.run_id = m.run_id`,
    [
      tenantId,
      nodeId,
      moves.map((move) => move.runId),
      moves.map((move) => move.nodeRunId),
      moves.map((move) => move.recordId),
      moves.map((move) => move.status),
      moves.map((move) => move.cause),
      moves.map((move) => move.reason),
      moves.map((move) => move.changeSetId),
      moves.map((move) => move.nextNodeId),
      moves.map((move) => nextRunIds.get(move.runId) ?? null),
      moves.map((move) => move.state),
      moves.map((move) => move.outcome),
      moves.map((move) => move.wakeAt),
      at,
    ],
  )
}

/** The places of a company at which runs are ready. */
export function listReadyPlaces(db: Db | Tx, tenantId: number, scenarioId?: number): Promise<RunPlace[]> {
  return query<RunPlace>(
    db,
    `/*scenario_run.ready_places*/ select distinct tenant_id as "tenantId", scenario_id as "scenarioId", version,
       node_id as "nodeId"
     from scenario_run where tenant_id = $1 and state = 1 and ($2::integer is null or scenario_id = $2)`,
    [tenantId, scenarioId ?? null],
  )
}

/** Ends the waits that are over, at most `limit`, and gives the places of their runs. */
export async function wakeRuns(
  tx: Tx,
  tenantId: number,
  until: Date,
  limit: number,
): Promise<{ woken: number; places: RunPlace[] }> {
  const rows = await query<RunPlace & { n: number }>(
    tx,
    `/*scenario_run.wake*/
    with due as (
      select run_id from scenario_run where tenant_id = $1 and state = 2 and wake_at <= $2
      order by wake_at limit ${limit} for update skip locked
    ), woken as (
      update scenario_run r set state = 1 from due d where r.tenant_id = $1 and r.run_id = d.run_id
      returning r.scenario_id, r.version, r.node_id
    )
    select $1::integer as "tenantId", scenario_id as "scenarioId", version, node_id as "nodeId", count(*) as n
    from woken group by scenario_id, version, node_id`,
    [tenantId, until],
  )
  return { woken: rows.reduce((sum, { n }) => sum + n, 0), places: rows }
}

/** Ends the runs of a scenario, at most `limit`, and gives how many there were at each node. */
export function endRuns(
  tx: Tx,
  { tenantId, scenarioId }: Pick<RunPlace, 'tenantId' | 'scenarioId'>,
  at: Date,
  limit: number,
): Promise<{ nodeId: number; isInProgress: boolean; n: number }[]> {
  return query(
    tx,
    `/*scenario_run.end*/
    with open as (
      select run_id, node_id, state from scenario_run
      where tenant_id = $1 and scenario_id = $2 and state < 4 order by run_id limit ${limit} for update skip locked
    ), ended as (
      update scenario_run r set state = 4, outcome = 'archived', ended_at = $3 from open o
      where r.tenant_id = $1 and r.run_id = o.run_id
    )
    select node_id as "nodeId", state < 3 as "isInProgress", count(*) as n from open group by 1, 2`,
    [tenantId, scenarioId, at],
  )
}
