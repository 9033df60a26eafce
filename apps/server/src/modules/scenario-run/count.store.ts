import { query, type Db, type Tx } from '../../platform/db/database.ts'

/** By how much the executions of a node with a status become more, or less. */
export interface CountChange {
  nodeId: number
  status: number
  n: number
}

/** Adds up changes of the same node and status, and leaves out those that come to nothing. */
function addUp(changes: Iterable<CountChange>): CountChange[] {
  const sums = new Map<string, CountChange>()
  for (const change of changes) {
    const key = `${change.nodeId}:${change.status}`
    const sum = sums.get(key)
    if (sum) sum.n += change.n
    else sums.set(key, { ...change })
  }
  return [...sums.values()].filter(({ n }) => n !== 0)
}

/** Notes changes of counts as rows of their own, so that batches at different nodes don't wait for each other. */
export async function noteCounts(tx: Tx, tenantId: number, changes: Iterable<CountChange>): Promise<void> {
  const sums = addUp(changes)
  if (sums.length === 0) return
  await query(
    tx,
    `/*scenario_count.note*/ insert into scenario_node_count (tenant_id, node_id, status, n)
     select $1, c.node_id, c.status, c.n from unnest($2::integer[], $3::smallint[], $4::bigint[])
       as c(node_id, status, n)`,
    [tenantId, sums.map(({ nodeId }) => nodeId), sums.map(({ status }) => status), sums.map(({ n }) => n)],
  )
}

export function readCounts(db: Db, tenantId: number, nodeIds: readonly number[]): Promise<CountChange[]> {
  return query<CountChange>(
    db,
    `/*scenario_count.read*/ select node_id as "nodeId", status, sum(n)::bigint as n from scenario_node_count
     where tenant_id = $1 and node_id = any($2::integer[]) group by node_id, status`,
    [tenantId, nodeIds],
  )
}

/** Puts the rows of each count into one. Readers see the same sum at any time. */
export async function foldCounts(tx: Tx, tenantId: number): Promise<void> {
  await query(
    tx,
    `/*scenario_count.fold*/
    with taken as (
      delete from scenario_node_count where tenant_id = $1 returning node_id, status, n
    )
    insert into scenario_node_count (tenant_id, node_id, status, n)
    select $1, node_id, status, sum(n) from taken group by node_id, status having sum(n) <> 0`,
    [tenantId],
  )
}

/** Takes actions from what a scenario may do on a day. Answers how many it was given: all, some or none. */
export async function takeActions(
  tx: Tx,
  { tenantId, scenarioId }: { tenantId: number; scenarioId: number },
  day: string,
  asked: number,
  most: number,
): Promise<number> {
  await query(
    tx,
    `/*scenario_budget.open*/ insert into scenario_budget (tenant_id, scenario_id, day, used) values ($1, $2, $3, 0)
     on conflict (tenant_id, scenario_id, day) do nothing`,
    [tenantId, scenarioId, day],
  )
  const [row] = await query<{ taken: number }>(
    tx,
    `/*scenario_budget.take*/
    with locked as (
      select used from scenario_budget where tenant_id = $1 and scenario_id = $2 and day = $3 for update
    ), taken as (
      select greatest(0, least($4::bigint, $5::bigint - used)) as n from locked
    ), noted as (
      update scenario_budget b set used = b.used + t.n from taken t
      where b.tenant_id = $1 and b.scenario_id = $2 and b.day = $3
    )
    select n as taken from taken`,
    [tenantId, scenarioId, day, asked, most],
  )
  return row?.taken ?? 0
}
