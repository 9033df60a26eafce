import { query, type Db } from '../../platform/db/database.ts'

export interface View {
  at: Date
  address: string | null
  browser: string | null
}

/** Loads within this time by the same browser at the same address are one view. */
const visit = '30 minutes'

/** Notes a view, unless it continues one that is noted. */
export async function insertView(
  db: Db,
  tenantId: number,
  shareId: number,
  { at, address, browser }: View,
): Promise<void> {
  await query(
    db,
    `/*shared_plan.view*/ insert into shared_plan_view (tenant_id, share_id, at, address, browser)
     select $1, $2, $3::timestamptz, $4::text, $5::text
     where not exists (select from shared_plan_view v where v.tenant_id = $1 and v.share_id = $2
       and v.at > $3::timestamptz - interval '${visit}' and v.at <= $3::timestamptz
       and v.address is not distinct from $4::text and v.browser is not distinct from $5::text)`,
    [tenantId, shareId, at, address, browser],
  )
}

/** Views that are listed. */
const mostViews = 200

export function listViews(db: Db, tenantId: number, shareId: number): Promise<View[]> {
  return query(
    db,
    `/*shared_plan.views*/ select at, address, browser from shared_plan_view
     where tenant_id = $1 and share_id = $2 order by at desc, view_id desc limit ${mostViews}`,
    [tenantId, shareId],
  )
}

const mostForgotten = 5000

export async function forgetViews(db: Db, tenantId: number, before: Date): Promise<number> {
  const rows = await query<{ id: number }>(
    db,
    `delete from shared_plan_view where tenant_id = $1 and (share_id, view_id) in (
       select share_id, view_id from shared_plan_view where tenant_id = $1 and at < $2 limit ${mostForgotten})
     returning view_id as id`,
    [tenantId, before],
  )
  return rows.length
}
