import type { Database } from '../../platform/db/database.ts'

/** Every tenant, for what is done for all of them. */
export async function listTenants(pool: Database['anonymous']): Promise<number[]> {
  const { rows } = await pool.query<{ tenant_id: number }>(
    'select tenant_id from list_tenants() order by tenant_id',
  )
  return rows.map((row) => row.tenant_id)
}
