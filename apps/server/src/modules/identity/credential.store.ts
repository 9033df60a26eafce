import type { UserStatus } from '@steward/contracts/user-management'
import type pg from 'pg'
import { query, type Tx } from '../../platform/db/database.ts'

export interface Login {
  tenant_id: number
  user_id: number
  status: UserStatus
  password_hash: string
}

/** Finds who a username belongs to, whatever its case, before the tenant is known. */
export async function findLogin(pool: pg.Pool, username: string): Promise<Login | undefined> {
  const { rows } = await pool.query<Login>({
    name: 'credential.find_login',
    text: 'select * from find_login($1)',
    values: [username],
  })
  return rows[0]
}

/** Sets the user's password, replacing an earlier one. */
export async function putCredential(
  tx: Tx,
  tenantId: number,
  userId: number,
  credential: { passwordHash: string; changedAt: Date },
): Promise<void> {
  await query(
    tx,
    `/*credential.put*/
    insert into credential (tenant_id, user_id, password_hash, changed_at) values ($1, $2, $3, $4)
    on conflict (tenant_id, user_id)
      do update set password_hash = excluded.password_hash, changed_at = excluded.changed_at`,
    [tenantId, userId, credential.passwordHash, credential.changedAt],
  )
}
