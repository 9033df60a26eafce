import type pg from 'pg'
import { query, type Db, type Tx } from '../../platform/db/database.ts'
import type { StoredDomain } from './domain-proof.rules.ts'

const columns = `domain, token, verified_at "verifiedAt", verified_by "verifiedBy", checked_at "checkedAt",
  missing_since "missingSince"`

export function listDomains(db: Db | Tx, tenantId: number): Promise<StoredDomain[]> {
  return query(
    db,
    `/*sign_in_domain.list*/ select ${columns} from sign_in_domain where tenant_id = $1 order by domain`,
    [tenantId],
  )
}

export async function isDomainTaken(pool: pg.Pool, tenantId: number, domain: string): Promise<boolean> {
  const { rows } = await pool.query<{ taken: boolean }>({
    name: 'sign_in_domain.taken',
    text: 'select is_domain_taken($1, $2) taken',
    values: [tenantId, domain],
  })
  return rows[0]?.taken ?? false
}

/** What a check found. Violates `sign_in_domain_name` when another company has verified the domain. */
export async function writeProof(
  tx: Tx,
  tenantId: number,
  proof: Omit<StoredDomain, 'token'>,
): Promise<void> {
  await query(
    tx,
    `/*sign_in_domain.prove*/
    update sign_in_domain set verified_at = $3, verified_by = $4, checked_at = $5, missing_since = $6
    where tenant_id = $1 and domain = $2`,
    [tenantId, proof.domain, proof.verifiedAt, proof.verifiedBy, proof.checkedAt, proof.missingSince],
  )
}

/** The companies that have to be asked for domains to check. */
export async function listTenants(pool: pg.Pool): Promise<number[]> {
  const { rows } = await pool.query<{ tenant_id: number }>(
    'select tenant_id from list_tenants() order by tenant_id',
  )
  return rows.map((row) => row.tenant_id)
}
