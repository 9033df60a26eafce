import { query, type Db, type Tx } from '../../platform/db/database.ts'

/** Whether a company has stopped all its scenarios. */
export async function readStopped(db: Db | Tx, tenantId: number): Promise<boolean> {
  const rows = await query<{ stopped: boolean }>(
    db,
    '/*scenario.stopped*/ select stopped from scenario_setting where tenant_id = $1',
    [tenantId],
  )
  return rows[0]?.stopped ?? false
}

export async function putStopped(tx: Tx, tenantId: number, stopped: boolean): Promise<void> {
  await query(
    tx,
    `/*scenario.stop*/ insert into scenario_setting (tenant_id, stopped) values ($1, $2)
     on conflict (tenant_id) do update set stopped = excluded.stopped`,
    [tenantId, stopped],
  )
}
