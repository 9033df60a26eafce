import type pg from 'pg'
import { query, type Db, type Tx } from './database.ts'

/** Held by a backup for as long as it reads bytes that rows name. */
const removalLock = 7_370_010

/**
 * Whether bytes may be removed until this transaction ends. They may not while a backup reads them: leave
 * them, and try again later.
 */
export async function mayRemove(tx: Db | Tx): Promise<boolean> {
  const [row] = await query<{ free: boolean }>(
    tx,
    '/*removal.may*/ select pg_try_advisory_xact_lock_shared($1) as free',
    [removalLock],
  )
  return row?.free === true
}

/** Waits until no one removes bytes, and keeps everyone from it for as long as the connection lives. */
export async function holdRemovals(client: pg.Client): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [removalLock])
}

/** Keeps backups from beginning while bytes are removed; false while one is at work. */
export async function holdBackups(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock_shared($1) as free', [
    removalLock,
  ])
  return rows[0]?.free === true
}
