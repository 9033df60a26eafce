import type { Actor } from '../../platform/actor.ts'
import { query, type Db, type Tx } from '../../platform/db/database.ts'
import { readableSql } from './timeline.policy.ts'

/** Which of these records someone logged something with; what the ledger told does not count. */
export async function findLoggedOn(
  db: Db | Tx,
  tenantId: number,
  recordIds: readonly number[],
): Promise<Set<number>> {
  const rows = await query<{ id: number }>(
    db,
    `select x.id from unnest($2::bigint[]) as x(id)
     where exists (select from timeline_item i where i.tenant_id = $1 and i.record_id = x.id and i.kind < 6)
        or exists (select from timeline_place p where p.tenant_id = $1 and p.record_id = x.id and p.kind < 6)`,
    [tenantId, recordIds],
  )
  return new Set(rows.map((row) => row.id))
}

/** Which of these files are attached to an item that the actor may read. */
export async function findReadableFiles(
  db: Db | Tx,
  actor: Actor,
  fileIds: readonly number[],
): Promise<Set<number>> {
  const rows = await query<{ file_id: number }>(
    db,
    `select distinct f.file_id from timeline_file f
     join timeline_item i on i.tenant_id = f.tenant_id and i.item_id = f.item_id
     where f.tenant_id = $1 and f.file_id = any($2::int[]) and i.deleted_at is null and ${readableSql(actor, 'i')}`,
    [actor.tenantId, fileIds],
  )
  return new Set(rows.map((row) => row.file_id))
}

/** The items that a file is attached to and that the actor may read, the newest first. */
export async function findItemsWithFile(db: Db, actor: Actor, fileId: number): Promise<number[]> {
  const rows = await query<{ item_id: number }>(
    db,
    `select i.item_id from timeline_file f
     join timeline_item i on i.tenant_id = f.tenant_id and i.item_id = f.item_id
     where f.tenant_id = $1 and f.file_id = $2::bigint and i.deleted_at is null and ${readableSql(actor, 'i')}
     order by i.item_id desc`,
    [actor.tenantId, fileId],
  )
  return rows.map((row) => row.item_id)
}

/** Whether there is an item that an actor may read by `readable`, an expression over `i`; a deleted one too. */
export async function isReadable(
  db: Db,
  tenantId: number,
  itemId: number,
  readable: string,
): Promise<boolean> {
  const rows = await query(
    db,
    `select from timeline_item i where i.tenant_id = $1 and i.item_id = $2 and ${readable}`,
    [tenantId, itemId],
  )
  return rows.length > 0
}
