import { query, type Db } from '../../platform/db/database.ts'

/** Who owns some records, or what contacts among them belong to. */
export async function findOwners(db: Db, tenantId: number, recordIds: readonly number[]): Promise<number[]> {
  const rows = await query<{ userId: number }>(
    db,
    `/*notification.owners*/ select distinct unnest(o.owners) as "userId"
     from record r join record o on o.tenant_id = $1
       and o.record_id in (r.record_id, case when r.level = 3 then r.account_id end,
         case when r.level = 3 then r.organization_id end)
     where r.tenant_id = $1 and r.record_id = any($2::bigint[]) order by 1`,
    [tenantId, recordIds],
  )
  return rows.map(({ userId }) => userId)
}
