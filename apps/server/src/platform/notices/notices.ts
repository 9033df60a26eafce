import pg from 'pg'
import type { Database } from '../db/database.ts'
import { lostSoon } from '../db/pool.ts'

/** How long to wait before connecting again where notices no longer come. Milliseconds. */
const retryAfter = 500

export interface Hearer {
  heard(payload: string): void
  /** No one listened for a while: what was sent meanwhile is not known. */
  missed(): void
}

/** Short messages between all processes on one database, this one included. */
export interface Notices {
  hear(channel: string, hearer: Hearer): void
  send(channel: string, payload: string): Promise<void>
  close(): Promise<void>
}

/** Listens on a connection of its own, and connects again when it breaks. */
export async function openNotices(database: Database): Promise<Notices> {
  const hearers = new Map<string, Hearer>()
  let listener: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let isClosed = false
  /** A connection runs one statement at a time. */
  let asked: Promise<unknown> = Promise.resolve()

  async function listen(): Promise<void> {
    const client = new pg.Client({
      connectionString: database.url,
      application_name: 'steward-notices',
      ...lostSoon,
    })
    // Handlers are notified of what they missed once it connects again.
    client.on('error', () => undefined)
    client.on('notification', ({ channel, payload = '' }) => hearers.get(channel)?.heard(payload))
    try {
      await client.connect()
      for (const channel of hearers.keys()) await client.query(`listen ${channel}`)
    } catch (error) {
      await client.end().catch(() => undefined)
      throw error
    }
    if (isClosed) return client.end()
    listener = client
    client.once('end', listenAgain)
    for (const hearer of hearers.values()) hearer.missed()
  }

  function listenAgain(): void {
    if (isClosed) return
    listener = undefined
    retry = setTimeout(() => void listen().catch(listenAgain), retryAfter)
    retry.unref()
  }

  await listen()
  return {
    hear(channel, hearer) {
      hearers.set(channel, hearer)
      // A connection that breaks here listens to all channels when it comes back.
      asked = asked.then(() => listener?.query(`listen ${channel}`)).catch(() => undefined)
    },
    async send(channel, payload) {
      await database.owner.query('select pg_notify($1, $2)', [channel, payload])
    },
    async close() {
      isClosed = true
      clearTimeout(retry)
      await listener?.end().catch(() => undefined)
    },
  }
}
