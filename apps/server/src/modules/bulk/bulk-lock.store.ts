import pg from 'pg'
import { query, type Tx } from '../../platform/db/database.ts'
import { givesUpSoon, lostSoon } from '../../platform/db/pool.ts'

/** The classes of the advisory locks: one for a tenant's jobs that write, one for each preview. */
const writerClass = 7377
const previewClass = 7378

/**
 * Does a job's work as its only runner, in all processes. Jobs of one tenant that write go one after the
 * other, so that none waits for records that another holds; previews block no one. The lock belongs to
 * a connection of its own, so that the one of a killed process is free at once: a queue of the job
 * table would stay closed. Answers false where another runner holds it.
 */
export async function asOnlyRunner(
  databaseUrl: string,
  { tenantId, jobId, preview }: { tenantId: number; jobId: number; preview: boolean },
  work: () => Promise<void>,
): Promise<boolean> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'steward-bulk',
    ...lostSoon,
  })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(givesUpSoon)
    const key = preview ? [previewClass, jobId % 2_147_483_647] : [writerClass, tenantId]
    const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1, $2) as free', key)
    if (!rows[0]?.free) return false
    await work()
    return true
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Keeps jobs that write from running until a transaction ends; false where one is at work. */
export async function holdRunners(tx: Tx, tenantId: number): Promise<boolean> {
  const rows = await query<{ free: boolean }>(
    tx,
    '/*bulk.hold_runners*/ select pg_try_advisory_xact_lock($1, $2) as free',
    [writerClass, tenantId],
  )
  return rows[0]?.free === true
}
