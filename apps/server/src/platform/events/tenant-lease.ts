import pg from 'pg'
import { givesUpSoon, lostSoon } from '../db/pool.ts'

/** The class of the advisory locks, one for each tenant whose events are delivered. */
const deliveryClass = 7392

/**
 * Says which process delivers the events of a tenant. The locks belong to one connection of the process, so that
 * those of a killed one are free at once, and nothing stored can be wrong about who is at work.
 */
export interface TenantLeases {
  /** Whether this process has the tenant now. Throws when the database is away. */
  take(tenantId: number): Promise<boolean>
  release(tenantId: number): Promise<void>
  /** Whether a taken tenant is still this process's: the connection may have been lost since. */
  isHeld(tenantId: number): boolean
  close(): Promise<void>
}

export function createTenantLeases(databaseUrl: string): TenantLeases {
  let connecting: Promise<pg.Client> | undefined
  let current: pg.Client | undefined
  const held = new Set<number>()

  function lose(client: pg.Client): void {
    if (client !== current) return
    current = undefined
    connecting = undefined
    held.clear()
  }

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'steward-events',
      ...lostSoon,
    })
    current = client
    client.on('error', () => lose(client))
    client.on('end', () => lose(client))
    await client.connect()
    await client.query(givesUpSoon)
    return client
  }

  async function connection(): Promise<pg.Client> {
    connecting ??= connect()
    try {
      return await connecting
    } catch (error) {
      connecting = undefined
      throw error
    }
  }

  let last: Promise<unknown> = Promise.resolve()

  /** Sends one statement after the other, because the connection runs one at a time. */
  function ask(text: string, tenantId: number): Promise<pg.QueryResult<{ free: boolean }>> {
    const done = last.then(async () => (await connection()).query(text, [deliveryClass, tenantId]))
    last = done.catch(() => undefined)
    return done
  }

  return {
    async take(tenantId) {
      const { rows } = await ask('select pg_try_advisory_lock($1, $2) as free', tenantId)
      if (rows[0]?.free !== true) return false
      held.add(tenantId)
      return true
    },
    async release(tenantId) {
      if (held.delete(tenantId)) await ask('select pg_advisory_unlock($1, $2)', tenantId)
    },
    isHeld: (tenantId) => held.has(tenantId),
    async close() {
      const open = await connecting?.catch(() => undefined)
      await open?.end().catch(() => undefined)
    },
  }
}
