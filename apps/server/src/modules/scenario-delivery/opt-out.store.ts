import { query, type Db } from '../../platform/db/database.ts'

export async function optOut(
  db: Db,
  tenantId: number,
  { contactId, address, at }: { contactId: number; address: string; at: Date },
): Promise<void> {
  await query(
    db,
    `/*scenario_opt_out.put*/ insert into scenario_opt_out (tenant_id, record_id, address, at)
     values ($1, $2, lower($3), $4) on conflict do nothing`,
    [tenantId, contactId, address, at],
  )
}

export async function optIn(
  db: Db,
  tenantId: number,
  { contactId, address }: { contactId: number; address: string },
): Promise<void> {
  await query(
    db,
    `/*scenario_opt_out.remove*/ delete from scenario_opt_out
     where tenant_id = $1 and (record_id = $2 or address = lower($3))`,
    [tenantId, contactId, address],
  )
}
