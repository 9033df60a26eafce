import type { LevelId } from '@steward/contracts/level'
import type { DemoState } from '@steward/contracts/plain/getting-started'
import { query, type Db, type Tx } from '../../platform/db/database.ts'

type StoredState = Exclude<DemoState, 'none'>

export async function readState(db: Db | Tx, tenantId: number): Promise<DemoState> {
  const [row] = await query<{ state: StoredState }>(
    db,
    '/*getting_started.demo*/ select state from demo where tenant_id = $1',
    [tenantId],
  )
  return row?.state ?? 'none'
}

/** Begins a demo; false where there is one already. Records that are there by now are the company's own. */
export async function beginDemo(tx: Tx, tenantId: number, at: Date): Promise<boolean> {
  const rows = await query<{ tenant_id: number }>(
    tx,
    `insert into demo (tenant_id, state, since, last_own_record_id)
     select $1, 'loading', $2,
       coalesce((select max(record_id) from record where tenant_id = $1), 0)
     on conflict (tenant_id) do nothing returning tenant_id`,
    [tenantId, at],
  )
  return rows.length > 0
}

/** Moves a demo from one state to the next; false where it is in another one. */
export async function moveDemo(
  tx: Tx,
  tenantId: number,
  { from, to }: { from: StoredState; to: StoredState },
): Promise<boolean> {
  const rows = await query<{ tenant_id: number }>(
    tx,
    'update demo set state = $3 where tenant_id = $1 and state = $2 returning tenant_id',
    [tenantId, from, to],
  )
  return rows.length > 0
}

/** Keeps which of some records came with the demo. */
export async function keepDemoRecords(tx: Tx, tenantId: number, recordIds: readonly number[]): Promise<void> {
  await query(
    tx,
    `insert into demo_record (tenant_id, record_id)
     select $1, n.id from unnest($2::bigint[]) n(id), demo d
     where d.tenant_id = $1 and n.id > d.last_own_record_id
     on conflict (tenant_id, record_id) do nothing`,
    [tenantId, recordIds],
  )
}

/** Some records of the demo on a level. */
export async function listDemoRecords(
  db: Db,
  tenantId: number,
  level: LevelId,
  limit: number,
): Promise<number[]> {
  const rows = await query<{ id: number }>(
    db,
    `select d.record_id as id from demo_record d
     join record r on r.tenant_id = $1 and r.record_id = d.record_id
     where d.tenant_id = $1 and r.level = $2 order by d.record_id limit $3`,
    [tenantId, level, limit],
  )
  return rows.map(({ id }) => id)
}

/** Makes records of the demo the company's own. */
export async function releaseDemoRecords(
  db: Db,
  tenantId: number,
  recordIds: readonly number[],
): Promise<void> {
  await query(db, 'delete from demo_record where tenant_id = $1 and record_id = any($2::bigint[])', [
    tenantId,
    recordIds,
  ])
}

export async function deleteDemo(tx: Tx, tenantId: number): Promise<void> {
  await query(tx, 'delete from demo where tenant_id = $1', [tenantId])
}
