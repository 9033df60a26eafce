import pg from 'pg'
import { givesUpSoon, lostSoon } from '../db/pool.ts'

/** The class of the advisory locks under which the events of a tenant are delivered. */
export const lockClass = 7379

/**
 * The connection of a process that delivers events. It holds the locks of the tenants the process works on, and
 * writes positions: when it is lost, so are the locks, and no position can be written without its lock.
 */
export interface Session {
  run<Row extends pg.QueryResultRow>(name: string, text: string, values: readonly unknown[]): Promise<Row[]>
  /** Resolves when the connection is lost. */
  lost: Promise<void>
  close(): Promise<void>
}

export async function openSession(url: string): Promise<Session> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'steward-events',
    ...lostSoon,
  })
  const { promise: lost, resolve } = Promise.withResolvers<void>()
  client.on('error', () => resolve())
  client.once('end', resolve)
  await client.connect()
  try {
    // What a crash takes back here is delivered again: the log of the database keeps the order of commits.
    await client.query(`set jit = off; set timezone = 'UTC'; set synchronous_commit = off; ${givesUpSoon}`)
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
  let last: Promise<unknown> = Promise.resolve()
  return {
    lost,
    async run<Row extends pg.QueryResultRow>(name: string, text: string, values: readonly unknown[]) {
      // One after the other: the driver is about to stop queueing statements itself.
      const result = last.then(() => client.query<Row>({ name: `event.${name}`, text, values: [...values] }))
      last = result.catch(() => undefined)
      return (await result).rows
    },
    close: () => client.end().catch(() => undefined),
  }
}

/** Takes the lock of a tenant; false while another process works on it. */
export async function lockTenant(session: Session, tenantId: number): Promise<boolean> {
  const text = 'select pg_try_advisory_lock($1, $2) as locked'
  const [row] = await session.run<{ locked: boolean }>('lock', text, [lockClass, tenantId])
  return row?.locked === true
}

export async function unlockTenant(session: Session, tenantId: number): Promise<void> {
  await session.run('unlock', 'select pg_advisory_unlock($1, $2)', [lockClass, tenantId])
}
