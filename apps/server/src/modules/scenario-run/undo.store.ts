import { query, type Db, type Tx } from '../../platform/db/database.ts'

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
