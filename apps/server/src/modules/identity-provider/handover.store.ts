import { query, type Db } from '../../platform/db/database.ts'

export interface NewHandover {
  userId: number
  codeHash: Buffer
  /** The hash of what the browser that signed in was given beside. */
  browserHash: string
  createdAt: Date
  expiresAt: Date
}

/** Writes down that someone signed in at the provider; clears away what no one came for. */
export async function insertHandover(db: Db, tenantId: number, handover: NewHandover): Promise<void> {
  await query(
    db,
    `/*handover.insert*/
    with cleared as (
      delete from one_time_code where tenant_id = $1 and user_id = $2 and purpose = 'handover' and expires_at < $5
    )
    insert into one_time_code (tenant_id, user_id, purpose, code_hash, details, created_at, expires_at)
    values ($1, $2, 'handover', $3, jsonb_build_object('browser', $4::text), $5, $6)`,
    [
      tenantId,
      handover.userId,
      handover.codeHash,
      handover.browserHash,
      handover.createdAt,
      handover.expiresAt,
    ],
  )
}

/** Writes down that someone came back from the provider; false when that was before. Clears away what is long over. */
export async function finishRedirect(
  db: Db,
  tenantId: number,
  redirect: { stateHash: Buffer; at: Date; expiresAt: Date },
): Promise<boolean> {
  const rows = await query(
    db,
    `/*redirect.finish*/
    with cleared as (delete from finished_redirect where tenant_id = $1 and expires_at < $3)
    insert into finished_redirect (tenant_id, state_hash, expires_at) values ($1, $2, $4)
    on conflict (tenant_id, state_hash) do nothing returning tenant_id`,
    [tenantId, redirect.stateHash, redirect.at, redirect.expiresAt],
  )
  return rows.length > 0
}

/** Takes a handover, which is there for once, and shows whose it is. */
export async function takeHandover(
  db: Db,
  tenantId: number,
  taken: { codeHash: Buffer; browserHash: string; at: Date },
): Promise<number | undefined> {
  const rows = await query<{ userId: number }>(
    db,
    `/*handover.take*/
    delete from one_time_code
    where tenant_id = $1 and purpose = 'handover' and code_hash = $2 and details ->> 'browser' = $3 and expires_at > $4
    returning user_id "userId"`,
    [tenantId, taken.codeHash, taken.browserHash, taken.at],
  )
  return rows[0]?.userId
}
