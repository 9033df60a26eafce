import { query, type Db } from '../../platform/db/database.ts'

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
