import type { RoleId } from '@steward/contracts/permission'
import type { UserStatus } from '@steward/contracts/user-management'
import type pg from 'pg'
import { query, type Db } from '../../platform/db/database.ts'

export interface NewSession {
  userId: number
  tokenHash: Buffer
  remembered: boolean
  userAgent: string | null
  address: string | null
  startedAt: Date
  expiresAt: Date
}

export interface SessionRow {
  tenant_id: number
  session_id: number
  user_id: number
  role_id: RoleId
  status: UserStatus
  remembered: boolean
  last_seen_at: Date
  expires_at: Date
  ended_at: Date | null
}

/** Writes a session and clears away those of the user that can no longer be used. */
export async function insertSession(db: Db, tenantId: number, session: NewSession): Promise<void> {
  await query(
    db,
    `/*session.insert*/
    with cleared as (
      delete from session
      where tenant_id = $1 and user_id = $2 and (ended_at is not null or expires_at < $6::timestamptz - interval '7 days')
    )
    insert into session
      (tenant_id, user_id, token_hash, remembered, user_agent, created_at, last_seen_at, expires_at, address)
    values ($1, $2, $3, $4, $5, $6, $6, $7, $8)`,
    [
      tenantId,
      session.userId,
      session.tokenHash,
      session.remembered,
      session.userAgent,
      session.startedAt,
      session.expiresAt,
      session.address,
    ],
  )
}

/** Finds a session before its tenant is known. */
export async function findSession(pool: pg.Pool, tokenHash: Buffer): Promise<SessionRow | undefined> {
  const { rows } = await pool.query<SessionRow>({
    name: 'session.find',
    text: 'select * from find_session($1)',
    values: [tokenHash],
  })
  return rows[0]
}

export async function touchSession(db: Db, tenantId: number, sessionId: number, at: Date): Promise<void> {
  await query(
    db,
    `/*session.touch*/
    update session set last_seen_at = $3 where tenant_id = $1 and session_id = $2 and last_seen_at < $3`,
    [tenantId, sessionId, at],
  )
}

export async function endSession(db: Db, tenantId: number, sessionId: number, at: Date): Promise<void> {
  await query(
    db,
    `/*session.end*/
    update session set ended_at = $3 where tenant_id = $1 and session_id = $2 and ended_at is null`,
    [tenantId, sessionId, at],
  )
}
