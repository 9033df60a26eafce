import type { LevelId } from '@steward/contracts/level'
import { query, type Db, type Tx } from '../../platform/db/database.ts'

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

/** A contact, with the account and the organization that it belongs to. */
export function readRecordsAbove(
  db: Db,
  tenantId: number,
  contactId: number,
): Promise<{ recordId: number; level: LevelId }[]> {
  return query(
    db,
    `/*scenario_run.above*/ select r.record_id as "recordId", r.level
     from record c join record r on r.tenant_id = c.tenant_id
       and r.record_id in (c.record_id, c.account_id, c.organization_id)
     where c.tenant_id = $1 and c.record_id = $2 and c.level = 3`,
    [tenantId, contactId],
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
    `/*scenario_run.last*/ select t.node_id as "nodeId", e.at from unnest($2::integer[]) t(node_id)
     cross join lateral (
       select n.at from scenario_node_run n where n.tenant_id = $1 and n.node_id = t.node_id and n.status = 2
       order by n.node_run_id desc limit 1) e`,
    [tenantId, nodeIds],
  )
  return new Map(rows.map(({ nodeId, at }) => [nodeId, at]))
}

/** What a scenario changed from an instant on. */
export interface ChangesOfScenario {
  tenantId: number
  scenarioId: number
  since: Date
}

export async function countChanges(
  db: Db | Tx,
  { tenantId, scenarioId, since }: ChangesOfScenario,
): Promise<{ changeSets: number; undone: number; last: number | null }> {
  const [row] = await query<{ changeSets: number; undone: number; last: number | null }>(
    db,
    `/*scenario_undo.count*/ select count(*) as "changeSets", count(undone_by) as undone, max(change_set_id) as last
     from record_act where tenant_id = $1 and via_kind = 'scenario' and via_id = $2 and at >= $3`,
    [tenantId, scenarioId, since],
  )
  return row as { changeSets: number; undone: number; last: number | null }
}

/** The latest changes up to one that are not undone, at most `limit`. */
export async function listUndoable(
  db: Db,
  { tenantId, scenarioId, since }: ChangesOfScenario,
  upTo: number,
  limit: number,
): Promise<number[]> {
  const rows = await query<{ id: number }>(
    db,
    `/*scenario_undo.list*/ select change_set_id as id from record_act
     where tenant_id = $1 and via_kind = 'scenario' and via_id = $2 and at >= $3 and change_set_id <= $4
       and undone_by is null
     order by change_set_id desc limit $5`,
    [tenantId, scenarioId, since, upTo, limit],
  )
  return rows.map(({ id }) => id)
}

/** Those of some records that are there, and whether they are archived. */
export async function readArchived(
  db: Db | Tx,
  tenantId: number,
  recordIds: readonly number[],
): Promise<Map<number, boolean>> {
  const rows = await query<{ id: number; archived: boolean }>(
    db,
    `/*scenario_run.archived*/ select record_id as id, archived from record
     where tenant_id = $1 and record_id = any($2::bigint[])`,
    [tenantId, recordIds],
  )
  return new Map(rows.map(({ id, archived }) => [id, archived]))
}
