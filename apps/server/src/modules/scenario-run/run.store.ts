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
  heard: boolean
  causes: ChangeCause[] | null
  /** null where the record is gone. */
  archived: boolean | null
}

const claimedColumns = `r.run_id as "runId", r.node_run_id as "nodeRunId", r.record_id as "recordId",
  r.arrived_at as "arrivedAt", r.wake_at is not null as "hasWaited", r.heard, r.causes,
  (select c.archived from record c where c.tenant_id = r.tenant_id and c.record_id = r.record_id) as archived`

/**
 * Takes ready runs at a node until the transaction ends. Those that someone else works on are waited for, and not
 * skipped: should that work be lost with its process, no one else would come back for them.
 */
export function claimRuns(
  tx: Tx,
  { tenantId, version, nodeId }: RunPlace,
  limit: number,
): Promise<ClaimedRun[]> {
  return query<ClaimedRun>(
    tx,
    `/*scenario_run.claim*/ select ${claimedColumns} from scenario_run r
     where r.tenant_id = $1 and r.node_id = $2 and r.version = $3 and r.state = 1
     order by r.run_id limit ${limit} for update of r`,
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

/** What happens to a run at a node. */
export interface Move {
  runId: number
  /** The execution that its run has now; of later moves of the same run it isn't known yet. */
  nodeRunId: number
  recordId: number
  nodeId: number
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

/** Ids for executions that are about to begin, and the last event: what a run at its node may wait for is a later one. */
interface Taken {
  ids: number[]
  lastEvent: number | null
}

async function takeNodeRunIds(tx: Tx, count: number): Promise<Taken> {
  if (count === 0) return { ids: [], lastEvent: null }
  const rows = await query<{ id: number; lastEvent: number }>(
    tx,
    `/*scenario_run.ids*/ select nextval('scenario_node_run_node_run_id_seq') as id,
       (select pg_sequence_last_value('event_event_id_seq')) as "lastEvent"
     from generate_series(1, $1)`,
    [count],
  )
  return { ids: rows.map(({ id }) => id), lastEvent: rows[0]?.lastEvent ?? null }
}

/** Where runs are after their moves: the latest move of each, and the execution that it has from then on. */
type Places = Map<number, { move: Move; nodeRunId: number; hasMoved: boolean }>

interface Numbered extends Pick<Taken, 'lastEvent'> {
  /** Those of a run follow each other. */
  ids: number[]
  places: Places
}

/** The ids of the executions of moves, in their order. */
async function numberMoves(tx: Tx, moves: readonly Move[]): Promise<Numbered> {
  const count = moves.filter(({ nextNodeId }) => nextNodeId !== null).length
  const { ids: fresh, lastEvent } = await takeNodeRunIds(tx, count)
  const places: Places = new Map()
  let taken = 0
  const ids = moves.map((move) => {
    const before = places.get(move.runId)
    const id = before?.nodeRunId ?? move.nodeRunId
    const nodeRunId = move.nextNodeId === null ? id : (fresh[taken++] as number)
    places.set(move.runId, { move, nodeRunId, hasMoved: before !== undefined || move.nextNodeId !== null })
    return id
  })
  return { ids, places, lastEvent }
}

/** A column of rows as an array; none at all where each is empty, which `unnest` fills up with nulls. */
function columnOf<Row, Value>(rows: readonly Row[], valueOf: (row: Row) => Value): Value[] {
  const values = rows.map(valueOf)
  return values.every((value) => value === null) ? [] : values
}

/**
 * Writes the executions that ended, and where their runs are from now on. A run may have several moves, in their
 * order: its row is written once.
 */
export async function moveRuns(tx: Tx, tenantId: number, moves: readonly Move[], at: Date): Promise<void> {
  const { ids, places, lastEvent } = await numberMoves(tx, moves)
  const isEnded = ({ status }: Move): boolean => status > 1
  const ended = moves.filter(isEnded)
  const last = [...places.values()]
  await query(
    tx,
    `/*scenario_run.move*/
    with noted as (
      insert into scenario_node_run
        (tenant_id, node_run_id, run_id, node_id, record_id, status, change_set_id, cause, reason, at)
      select $1, e.*, $2
      from unnest($3::bigint[], $4::bigint[], $5::integer[], $6::bigint[], $7::smallint[], $8::bigint[], $9::text[],
        $10::text[]) e
    )
    update scenario_run r set
      node_id = m.node_id,
      node_run_id = m.node_run_id,
      arrived_at = case when m.has_moved then $2 else r.arrived_at end,
      placed_after = case when m.has_moved then $18::bigint else r.placed_after end,
      heard = r.heard and not m.has_moved,
      state = m.state, outcome = m.outcome, wake_at = m.wake_at,
      ended_at = case when m.state = 4 then $2 end
    from unnest($11::bigint[], $12::integer[], $13::bigint[], $14::boolean[], $15::smallint[], $16::text[],
      $17::timestamptz[]) as m(run_id, node_id, node_run_id, has_moved, state, outcome, wake_at)
    where r.tenant_id = $1 and r.run_id = m.run_id`,
    [
      tenantId,
      at,
      ids.filter((_, nth) => isEnded(moves[nth] as Move)),
      ended.map((move) => move.runId),
      ended.map((move) => move.nodeId),
      ended.map((move) => move.recordId),
      ended.map((move) => move.status),
      columnOf(ended, (move) => move.changeSetId),
      columnOf(ended, (move) => move.cause),
      columnOf(ended, (move) => move.reason),
      last.map(({ move }) => move.runId),
      last.map(({ move }) => move.nextNodeId ?? move.nodeId),
      last.map(({ nodeRunId }) => nodeRunId),
      last.map(({ hasMoved }) => hasMoved),
      last.map(({ move }) => move.state),
      columnOf(last, ({ move }) => move.outcome),
      columnOf(last, ({ move }) => move.wakeAt),
      lastEvent,
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

/** Ends the waits that are over, at most `limit`, and gives the places of their runs. Waits for those that are locked. */
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
      order by wake_at, run_id limit ${limit} for update
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

/**
 * Ends waits at a node before their time, because something happened that their records wait for there. Gives the
 * places of their runs. Until the transaction ends no one works on them; work that has begun is waited for, as it may
 * not know yet what happened, and let them wait. Call it before what happened is written.
 */
export async function wakeSome(
  tx: Tx,
  tenantId: number,
  nodeKey: string,
  runIds: readonly number[],
): Promise<RunPlace[]> {
  await query(
    tx,
    `/*scenario_run.hold*/ select from scenario_run where tenant_id = $1 and run_id = any($2::bigint[])
     order by run_id for update`,
    [tenantId, runIds],
  )
  return query<RunPlace>(
    tx,
    `/*scenario_run.wake_some*/
    with woken as (
      update scenario_run r set state = 1 from scenario_node n
      where r.tenant_id = $1 and r.run_id = any($3::bigint[]) and r.state = 2
        and n.tenant_id = $1 and n.node_id = r.node_id and n.key = $2
      returning r.scenario_id, r.version, r.node_id
    )
    select distinct $1::integer as "tenantId", scenario_id as "scenarioId", version, node_id as "nodeId" from woken`,
    [tenantId, nodeKey, runIds],
  )
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
      where tenant_id = $1 and scenario_id = $2 and state < 4 order by run_id limit ${limit} for update
    ), ended as (
      update scenario_run r set state = 4, outcome = 'archived', ended_at = $3 from open o
      where r.tenant_id = $1 and r.run_id = o.run_id
    )
    select node_id as "nodeId", state < 3 as "isInProgress", count(*) as n from open group by 1, 2`,
    [tenantId, scenarioId, at],
  )
}
