import type { PreferredFactor } from '@steward/contracts/second-factor'
import { query, type Db, type Tx } from '../../platform/db/database.ts'

/** The second factor of a user; secrets are encrypted. */
export interface StoredFactor {
  preferred: PreferredFactor
  totpSecret: string | null
  /** Of an authenticator that was not verified yet. */
  totpPending: string | null
  phoneNumber: string | null
  changedAt: Date
}

const columns = `preferred, totp_secret "totpSecret", totp_pending "totpPending", phone_number "phoneNumber",
  changed_at "changedAt"`

export async function readFactor(
  db: Db | Tx,
  tenantId: number,
  userId: number,
): Promise<StoredFactor | undefined> {
  const rows = await query<StoredFactor>(
    db,
    `/*second_factor.read*/ select ${columns} from second_factor where tenant_id = $1 and user_id = $2`,
    [tenantId, userId],
  )
  return rows[0]
}

/** The factor, locked until the transaction ends; made where there is none yet. */
export async function lockFactor(tx: Tx, tenantId: number, userId: number, at: Date): Promise<StoredFactor> {
  const rows = await query<StoredFactor>(
    tx,
    `/*second_factor.lock*/
    insert into second_factor (tenant_id, user_id, changed_at) values ($1, $2, $3)
    on conflict (tenant_id, user_id) do update set preferred = second_factor.preferred
    returning ${columns}`,
    [tenantId, userId, at],
  )
  return rows[0] as StoredFactor
}

/**
 * Counts one more try of a code and locks the factor until the transaction ends, so that tries come
 * one after the other. Undefined when there were `most` since `since`, or there is no factor.
 */
export async function takeTry(
  tx: Tx,
  tenantId: number,
  userId: number,
  limit: { at: Date; since: Date; most: number },
): Promise<StoredFactor | undefined> {
  const rows = await query<StoredFactor>(
    tx,
    `/*second_factor.take_try*/
    update second_factor
    set failures = case when last_failure_at > $4 then failures + 1 else 1 end, last_failure_at = $3
    where tenant_id = $1 and user_id = $2
      and (last_failure_at is null or last_failure_at <= $4 or failures < $5)
    returning ${columns}`,
    [tenantId, userId, limit.at, limit.since, limit.most],
  )
  return rows[0]
}

/** The code was right: earlier tries no longer count. */
export async function forgiveTries(tx: Tx, tenantId: number, userId: number): Promise<void> {
  await query(
    tx,
    `/*second_factor.forgive*/
    update second_factor set failures = 0, last_failure_at = null where tenant_id = $1 and user_id = $2`,
    [tenantId, userId],
  )
}

/** Whether the time step is later than that of the last accepted code, and is now the last. */
export async function takeStep(tx: Tx, tenantId: number, userId: number, step: number): Promise<boolean> {
  const rows = await query(
    tx,
    `/*second_factor.take_step*/
    update second_factor set totp_last_step = $3
    where tenant_id = $1 and user_id = $2 and (totp_last_step is null or totp_last_step < $3)
    returning user_id`,
    [tenantId, userId, step],
  )
  return rows.length > 0
}

/** Keeps the secret of an authenticator that is still to be verified. */
export async function putPending(tx: Tx, tenantId: number, userId: number, secret: string): Promise<void> {
  await query(
    tx,
    `/*second_factor.put_pending*/
    update second_factor set totp_pending = $3 where tenant_id = $1 and user_id = $2`,
    [tenantId, userId, secret],
  )
}

/** The pending authenticator becomes the one that is used. False when it is no longer the pending one. */
export async function enableAuthenticator(
  tx: Tx,
  tenantId: number,
  userId: number,
  verified: { secret: string; step: number; at: Date },
): Promise<boolean> {
  const rows = await query(
    tx,
    `/*second_factor.enable_authenticator*/
    update second_factor
    set preferred = 'TOTP', totp_secret = totp_pending, totp_pending = null, totp_last_step = $4, changed_at = $5,
      failures = 0, last_failure_at = null
    where tenant_id = $1 and user_id = $2 and totp_pending = $3
    returning user_id`,
    [tenantId, userId, verified.secret, verified.step, verified.at],
  )
  return rows.length > 0
}

/** The phone becomes the factor that is used. */
export async function enablePhone(
  tx: Tx,
  tenantId: number,
  userId: number,
  phoneNumber: string,
  at: Date,
): Promise<void> {
  await query(
    tx,
    `/*second_factor.enable_phone*/
    update second_factor
    set preferred = 'SMS', phone_number = $3, changed_at = $4, failures = 0, last_failure_at = null
    where tenant_id = $1 and user_id = $2`,
    [tenantId, userId, phoneNumber, at],
  )
}

export async function setPreferred(
  tx: Tx,
  tenantId: number,
  userId: number,
  preferred: PreferredFactor,
  at: Date,
): Promise<void> {
  await query(
    tx,
    `/*second_factor.set_preferred*/
    update second_factor set preferred = $3, changed_at = $4 where tenant_id = $1 and user_id = $2`,
    [tenantId, userId, preferred, at],
  )
}

/** Takes the whole factor away, with its recovery codes. Returns whether it was on. */
export async function deleteFactor(tx: Tx, tenantId: number, userId: number): Promise<boolean> {
  const rows = await query<{ preferred: PreferredFactor }>(
    tx,
    `/*second_factor.delete*/
    with codes as (delete from recovery_code where tenant_id = $1 and user_id = $2)
    delete from second_factor where tenant_id = $1 and user_id = $2 returning preferred`,
    [tenantId, userId],
  )
  return rows.some((row) => row.preferred !== 'NOMFA')
}

export async function listUsersWithFactor(db: Db, tenantId: number): Promise<number[]> {
  const rows = await query<{ userId: number }>(
    db,
    `/*second_factor.users*/
    select user_id "userId" from second_factor where tenant_id = $1 and preferred <> 'NOMFA'`,
    [tenantId],
  )
  return rows.map((row) => row.userId)
}

export async function replaceRecoveryCodes(
  tx: Tx,
  tenantId: number,
  userId: number,
  hashes: readonly Buffer[],
): Promise<void> {
  await query(tx, '/*recovery_code.clear*/ delete from recovery_code where tenant_id = $1 and user_id = $2', [
    tenantId,
    userId,
  ])
  await query(
    tx,
    `/*recovery_code.insert*/
    insert into recovery_code (tenant_id, user_id, code_hash) select $1, $2, unnest($3::bytea[])`,
    [tenantId, userId, hashes],
  )
}

/** Whether the code was there and unused; it is used now. */
export async function burnRecoveryCode(
  tx: Tx,
  tenantId: number,
  userId: number,
  hash: Buffer,
  at: Date,
): Promise<boolean> {
  const rows = await query(
    tx,
    `/*recovery_code.burn*/
    update recovery_code set used_at = $4
    where tenant_id = $1 and user_id = $2 and code_hash = $3 and used_at is null
    returning user_id`,
    [tenantId, userId, hash, at],
  )
  return rows.length > 0
}

export async function countRecoveryCodes(db: Db | Tx, tenantId: number, userId: number): Promise<number> {
  const rows = await query<{ count: number }>(
    db,
    `/*recovery_code.count*/
    select count(*) "count" from recovery_code where tenant_id = $1 and user_id = $2 and used_at is null`,
    [tenantId, userId],
  )
  return rows[0]?.count ?? 0
}
