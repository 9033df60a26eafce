import { query, type Db } from '../../platform/db/database.ts'

/** The names of contacts that are still there. */
export async function findContactNames(
  db: Db,
  tenantId: number,
  contactIds: readonly number[],
): Promise<Map<number, string>> {
  if (contactIds.length === 0) return new Map()
  const rows = await query<{ record_id: number; name: string }>(
    db,
    `/*activity.contacts*/
    select record_id, name from record where tenant_id = $1 and record_id = any($2::bigint[])`,
    [tenantId, contactIds],
  )
  return new Map(rows.map((row) => [row.record_id, row.name]))
}

/** How many activities have each type; deleted ones do not count. */
export async function countTypes(db: Db, tenantId: number): Promise<Map<number, number>> {
  const rows = await query<{ id: number; n: number }>(
    db,
    `/*activity.types*/
    select (details->>'activityTypeId')::int id, count(*)::int n from timeline_item
    where tenant_id = $1 and kind = 2 and deleted_at is null group by 1`,
    [tenantId],
  )
  return new Map(rows.map(({ id, n }) => [id, n]))
}
