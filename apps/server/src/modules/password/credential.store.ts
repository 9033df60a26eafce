import type { UserStatus } from '@steward/contracts/user-management'
import type pg from 'pg'
import { query, type Db, type Tx } from '../../platform/db/database.ts'

export interface Login {
  tenant_id: number
  user_id: number
  status: UserStatus
  /** null: the user has no password. */
  password_hash: string | null
  /** Until when a temporary password works; null: it is the user's own. */
  temporary_until: Date | null
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

/** Sets the user's password. Whether it replaced an earlier one. */
export async function putCredential(
  tx: Tx,
  tenantId: number,
  userId: number,
  credential: { passwordHash: string; changedAt: Date; temporaryUntil?: Date | null },
): Promise<boolean> {
  const rows = await query<{ isAnother: boolean }>(
    tx,
    `/*credential.put*/
    insert into credential (tenant_id, user_id, password_hash, changed_at, temporary_until)
    values ($1, $2, $3, $4, $5)
    on conflict (tenant_id, user_id) do update
      set password_hash = excluded.password_hash, changed_at = excluded.changed_at,
        temporary_until = excluded.temporary_until
    returning old.user_id is not null "isAnother"`,
    [tenantId, userId, credential.passwordHash, credential.changedAt, credential.temporaryUntil ?? null],
  )
  return rows[0]?.isAnother ?? false
}

/** Whether the user has a password here. */
export async function hasCredential(db: Db, tenantId: number, userId: number): Promise<boolean> {
  const rows = await query(
    db,
    '/*credential.has*/ select 1 from credential where tenant_id = $1 and user_id = $2',
    [tenantId, userId],
  )
  return rows.length > 0
}

/** The user can no longer sign in with a password. */
export async function deleteCredential(tx: Tx, tenantId: number, userId: number): Promise<void> {
  await query(tx, '/*credential.delete*/ delete from credential where tenant_id = $1 and user_id = $2', [
    tenantId,
    userId,
  ])
}

/** Names are counted before a tenant is known, also those that no one has: they belong to no one's tenant. */
export const nobodysTenant = 0

export interface Attempts {
  failures: number
  lockedAt: Date | null
}

/** The wrong passwords of a name since `since`, by the keyed hash of the name. */
export async function readAttempts(db: Db, nameHash: Buffer, since: Date): Promise<Attempts> {
  const rows = await query<Attempts>(
    db,
    `/*attempt.read*/
    select failures, locked_at "lockedAt" from sign_in_attempt
    where tenant_id = $1 and name_hash = $2 and last_failure_at > $3`,
    [nobodysTenant, nameHash, since],
  )
  return rows[0] ?? { failures: 0, lockedAt: null }
}

/** Counts a wrong password, and locks the name with the last that it may have. */
export async function countFailure(
  db: Db,
  nameHash: Buffer,
  limit: { at: Date; since: Date; most: number },
): Promise<Attempts> {
  const rows = await query<Attempts>(
    db,
    `/*attempt.count*/
    insert into sign_in_attempt as a (tenant_id, name_hash, failures, last_failure_at) values ($1, $2, 1, $3)
    on conflict (tenant_id, name_hash) do update set
      failures = case when a.last_failure_at > $4 then a.failures + 1 else 1 end,
      locked_at = case when a.last_failure_at > $4 and a.failures + 1 >= $5 then $3 end,
      last_failure_at = $3
    returning failures, locked_at "lockedAt"`,
    [nobodysTenant, nameHash, limit.at, limit.since, limit.most],
  )
  return rows[0] ?? { failures: 1, lockedAt: null }
}

/** Earlier wrong passwords no longer count, and the name is not locked. */
export async function clearAttempts(db: Db, nameHash: Buffer): Promise<void> {
  await query(db, '/*attempt.clear*/ delete from sign_in_attempt where tenant_id = $1 and name_hash = $2', [
    nobodysTenant,
    nameHash,
  ])
}

/** Forgets names that no one failed at since. */
export async function deleteOldAttempts(db: Db, before: Date): Promise<void> {
  await query(db, 'delete from sign_in_attempt where tenant_id = $1 and last_failure_at < $2', [
    nobodysTenant,
    before,
  ])
}
