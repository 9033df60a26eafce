import type { UserStatus } from '@steward/contracts/user-management'
import type pg from 'pg'
import { query, type Db, type Tx } from '../../platform/db/database.ts'

export interface NewSession {
  userId: number
  remembered: boolean
  userAgent: string | null
  address: string | null
  startedAt: Date
  expiresAt: Date
}

/**
 * Whether the user may have sessions. No one changes that until the transaction ends, so that a
 * deactivation finds what it begins, or comes first.
 */
export async function lockActive(tx: Tx, tenantId: number, userId: number): Promise<boolean> {
  const rows = await query(
    tx,
    `/*session.lock_active*/
    select user_id from app_user where tenant_id = $1 and user_id = $2 and status = 'ACTIVE' for share`,
    [tenantId, userId],
  )
  return rows.length > 0
}

/** Writes a session and returns its id. */
export async function insertSession(tx: Tx, tenantId: number, session: NewSession): Promise<number> {
  const rows = await query<{ sessionId: number }>(
    tx,
    `/*session.insert*/
    insert into session
      (tenant_id, user_id, remembered, user_agent, created_at, last_seen_at, confirmed_at, expires_at, address)
    values ($1, $2, $3, $4, $5, $5, $5, $6, $7)
    returning session_id "sessionId"`,
    [
      tenantId,
      session.userId,
      session.remembered,
      session.userAgent,
      session.startedAt,
      session.expiresAt,
      session.address,
    ],
  )
  return rows[0]?.sessionId as number
}

/** Writes a refresh token; used ones of the session go once a second use of them tells nothing any more. */
export async function insertRefreshToken(
  tx: Tx,
  tenantId: number,
  token: { sessionId: number; hash: Buffer; at: Date },
): Promise<void> {
  await query(
    tx,
    `/*refresh_token.insert*/
    with cleared as (
      delete from refresh_token
      where tenant_id = $1 and session_id = $3 and used_at < $4::timestamptz - interval '7 days'
    )
    insert into refresh_token (tenant_id, token_hash, session_id, created_at) values ($1, $2, $3, $4)`,
    [tenantId, token.hash, token.sessionId, token.at],
  )
}

export interface FoundRefreshToken {
  tenantId: number
  sessionId: number
  userId: number
  status: UserStatus
  remembered: boolean
  createdAt: Date
  usedAt: Date | null
  /** The hash of the name of the attempt that used it, where it had one. */
  attemptHash: Buffer | null
  expiresAt: Date
  endedAt: Date | null
}

/** Finds a refresh token before its tenant is known. */
export async function findRefreshToken(pool: pg.Pool, hash: Buffer): Promise<FoundRefreshToken | undefined> {
  const { rows } = await pool.query<FoundRefreshToken>({
    name: 'refresh_token.find',
    text: `select tenant_id "tenantId", session_id "sessionId", user_id "userId", status, remembered,
        created_at "createdAt", used_at "usedAt", attempt_hash "attemptHash", expires_at "expiresAt",
        ended_at "endedAt"
      from find_refresh_token($1)`,
    values: [hash],
  })
  return rows[0]
}

/** Uses up a refresh token. False when it was used before. */
export async function useRefreshToken(
  tx: Tx,
  tenantId: number,
  hash: Buffer,
  use: { at: Date; attemptHash: Buffer | null },
): Promise<boolean> {
  const rows = await query(
    tx,
    `/*refresh_token.use*/
    update refresh_token set used_at = $3, attempt_hash = $4
    where tenant_id = $1 and token_hash = $2 and used_at is null returning session_id`,
    [tenantId, hash, use.at, use.attemptHash],
  )
  return rows.length > 0
}

/** Writes down that the session is in use, and whence. */
export async function touchSession(
  tx: Tx,
  tenantId: number,
  sessionId: number,
  at: Date,
  address: string | null,
): Promise<void> {
  await query(
    tx,
    `/*session.touch*/
    update session set last_seen_at = $3, address = coalesce($4, address)
    where tenant_id = $1 and session_id = $2`,
    [tenantId, sessionId, at, address],
  )
}

/** Ends sessions of a user that last still: all, one, or all but one. Returns their ids. */
export async function endSessions(
  tx: Db | Tx,
  tenantId: number,
  userId: number,
  which: { only?: number | undefined; except?: number | undefined } = {},
): Promise<number[]> {
  // The clock of the database: each process reads what ended recently by it. Not clock_timestamp(), which no
  // update on a cluster may ask.
  const rows = await query<{ sessionId: number }>(
    tx,
    `/*session.end*/
    update session set ended_at = statement_timestamp()
    where tenant_id = $1 and user_id = $2 and ended_at is null
      and session_id = coalesce($3, session_id) and session_id <> coalesce($4, 0)
    returning session_id "sessionId"`,
    [tenantId, userId, which.only ?? null, which.except ?? null],
  )
  return rows.map(({ sessionId }) => sessionId)
}

/** Ids of the sessions of all tenants that ended in the last milliseconds. */
export async function listEnded(pool: pg.Pool, milliseconds: number): Promise<number[]> {
  const { rows } = await pool.query<{ session_id: number }>({
    name: 'session.ended',
    text: 'select session_id from ended_sessions($1)',
    values: [milliseconds / 1000],
  })
  return rows.map((row) => row.session_id)
}

export interface StoredSession {
  sessionId: number
  remembered: boolean
  userAgent: string | null
  address: string | null
  createdAt: Date
  lastSeenAt: Date
  confirmedAt: Date
  expiresAt: Date
  endedAt: Date | null
}

const columns = `session_id "sessionId", remembered, user_agent "userAgent", address, created_at "createdAt",
  last_seen_at "lastSeenAt", confirmed_at "confirmedAt", expires_at "expiresAt", ended_at "endedAt"`

export async function readSession(
  db: Db | Tx,
  tenantId: number,
  sessionId: number,
): Promise<StoredSession | undefined> {
  const rows = await query<StoredSession>(
    db,
    `/*session.read*/ select ${columns} from session where tenant_id = $1 and session_id = $2`,
    [tenantId, sessionId],
  )
  return rows[0]
}

/** The sessions of a user, the latest first; those that ended are among them for as long as they are kept. */
export function listSessions(db: Db | Tx, tenantId: number, userId: number): Promise<StoredSession[]> {
  return query<StoredSession>(
    db,
    `/*session.list*/
    select ${columns} from session where tenant_id = $1 and user_id = $2 order by last_seen_at desc, session_id desc`,
    [tenantId, userId],
  )
}

/** When users made their last call, by the sessions that are still kept. */
export async function listLastSeen(db: Db, tenantId: number): Promise<Map<number, Date>> {
  const rows = await query<{ userId: number; at: Date }>(
    db,
    `/*session.last_seen*/ select user_id "userId", max(last_seen_at) at from session
     where tenant_id = $1 group by user_id`,
    [tenantId],
  )
  return new Map(rows.map(({ userId, at }) => [userId, at]))
}

/** The user proved just now who they are. */
export async function confirmSession(tx: Tx, tenantId: number, sessionId: number, at: Date): Promise<void> {
  await query(
    tx,
    '/*session.confirm*/ update session set confirmed_at = $3 where tenant_id = $1 and session_id = $2',
    [tenantId, sessionId, at],
  )
}

/** Sessions that are forgotten at once. */
const mostForgotten = 10_000

/** Forgets sessions that ended before a time, with their refresh tokens; gives how many. */
export async function forgetSessions(db: Db, tenantId: number, before: Date): Promise<number> {
  const gone = await query(
    db,
    `delete from session where tenant_id = $1 and session_id in (
       select s.session_id from session s
       where s.tenant_id = $1 and least(s.ended_at, s.expires_at) < $2 limit ${mostForgotten})
     returning 1`,
    [tenantId, before],
  )
  return gone.length
}
