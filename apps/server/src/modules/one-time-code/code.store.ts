import type pg from 'pg'
import { query, type Db, type Tx } from '../../platform/db/database.ts'

/** reset: a code by mail. unlock: a link by mail. challenge: a sign-in that is not complete. sms: codes to a phone. */
export type CodePurpose = 'reset' | 'unlock' | 'challenge' | 'sms_sign_in' | 'sms_set_up'

export interface NewCode {
  userId: number
  purpose: CodePurpose
  hash: Buffer
  details?: object
  createdAt: Date
  expiresAt: Date
}

/** Writes a code; those of the user and the purpose that are long over are cleared away. */
export async function insertCode(tx: Tx, tenantId: number, code: NewCode): Promise<void> {
  await query(
    tx,
    `/*code.insert*/
    with cleared as (
      delete from one_time_code
      where tenant_id = $1 and user_id = $2 and purpose = $3 and created_at < $6::timestamptz - interval '1 day'
    )
    insert into one_time_code (tenant_id, user_id, purpose, code_hash, details, created_at, expires_at)
    values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      tenantId,
      code.userId,
      code.purpose,
      code.hash,
      JSON.stringify(code.details ?? {}),
      code.createdAt,
      code.expiresAt,
    ],
  )
}

export interface FoundCode {
  tenantId: number
  codeId: number
  userId: number
  expiresAt: Date
}

/** Finds whose code it is before the tenant is known. */
export async function findCode(
  pool: pg.Pool,
  hash: Buffer,
  purpose: CodePurpose,
): Promise<FoundCode | undefined> {
  const { rows } = await pool.query<FoundCode>({
    name: 'code.find',
    text: `select tenant_id "tenantId", one_time_code_id "codeId", user_id "userId",
        expires_at "expiresAt"
      from find_one_time_code($1, $2)`,
    values: [hash, purpose],
  })
  return rows[0]
}

export interface TriedCode {
  codeId: number
  hash: Buffer
  details: Record<string, unknown>
}

/** Counts `cost` more tries of a code. Undefined when it is over, or was tried too often. */
export async function takeCodeTry(
  tx: Tx,
  tenantId: number,
  codeId: number,
  limit: { at: Date; most: number; cost: 0 | 1 },
): Promise<TriedCode | undefined> {
  const rows = await query<TriedCode>(
    tx,
    `/*code.try*/
    update one_time_code set attempts = attempts + $5
    where tenant_id = $1 and one_time_code_id = $2 and expires_at > $3 and attempts < $4
    returning one_time_code_id "codeId", code_hash hash, details`,
    [tenantId, codeId, limit.at, limit.most, limit.cost],
  )
  return rows[0]
}

/** How often a code was tried; 0 where it is gone. */
export async function countTries(db: Db, tenantId: number, codeId: number): Promise<number> {
  const rows = await query<{ attempts: number }>(
    db,
    '/*code.tries*/ select attempts from one_time_code where tenant_id = $1 and one_time_code_id = $2',
    [tenantId, codeId],
  )
  return rows[0]?.attempts ?? 0
}

/** The same for the latest code that a user was sent. */
export async function takeLatestTry(
  tx: Tx,
  tenantId: number,
  userId: number,
  limit: { purpose: CodePurpose; at: Date; most: number },
): Promise<TriedCode | undefined> {
  const rows = await query<TriedCode>(
    tx,
    `/*code.try_latest*/
    update one_time_code set attempts = attempts + 1
    where tenant_id = $1 and expires_at > $4 and attempts < $5 and one_time_code_id = (
      select max(one_time_code_id) from one_time_code where tenant_id = $1 and user_id = $2 and purpose = $3
    )
    returning one_time_code_id "codeId", code_hash hash, details`,
    [tenantId, userId, limit.purpose, limit.at, limit.most],
  )
  return rows[0]
}

/**
 * Lets one transaction at a time send codes to a user or take their answers. It comes before any code is
 * touched, as where users are deactivated, so that no one waits for each other.
 */
export async function lockCodes(tx: Tx, tenantId: number, userId: number): Promise<void> {
  await query(
    tx,
    '/*code.lock*/ select user_id from app_user where tenant_id = $1 and user_id = $2 for no key update',
    [tenantId, userId],
  )
}

/** How many codes a user was sent since, and when the latest. */
export async function readSent(
  tx: Tx,
  tenantId: number,
  userId: number,
  sent: { purpose: CodePurpose; since: Date },
): Promise<{ count: number; latest: Date | null }> {
  const rows = await query<{ count: number; latest: Date | null }>(
    tx,
    `/*code.sent*/
    select count(*) count, max(created_at) latest from one_time_code
    where tenant_id = $1 and user_id = $2 and purpose = $3 and created_at > $4`,
    [tenantId, userId, sent.purpose, sent.since],
  )
  return rows[0] ?? { count: 0, latest: null }
}

/** Takes a code away. False when someone else was faster. */
export async function deleteCode(tx: Tx, tenantId: number, codeId: number): Promise<boolean> {
  const rows = await query(
    tx,
    `/*code.delete*/
    delete from one_time_code where tenant_id = $1 and one_time_code_id = $2 returning one_time_code_id`,
    [tenantId, codeId],
  )
  return rows.length > 0
}

/** Takes codes, links and open sign-ins of a user away, for instance because the password is another. */
export async function deleteCodes(tx: Tx, tenantId: number, userId: number): Promise<void> {
  await query(
    tx,
    `/*code.delete_all*/
    delete from one_time_code
    where tenant_id = $1 and user_id = $2 and purpose in ('reset', 'unlock', 'challenge', 'handover')`,
    [tenantId, userId],
  )
}
