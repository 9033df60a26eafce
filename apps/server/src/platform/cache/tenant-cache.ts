import { LRUCache } from 'lru-cache'
import pg from 'pg'
import type { Database, Db } from '../db/database.ts'

const channel = 'steward_cache'
/** A missed notification is made good after this long. */
const longestAge = 30_000
/** How long to wait before connecting anew where notifications no longer come. Milliseconds. */
const retryAfter = 500

/** What a tenant set up and every call needs: loaded once, forgotten in every process when it changes. */
export interface TenantCache<T> {
  get(tenantId: number): Promise<T>
  /** Call after the commit that changed it. */
  forget(tenantId: number): Promise<void>
}

type Load<T> = (tenantId: number, db: Db) => Promise<T>

export interface Caches {
  /** `load` reads with the `db` it is given and with nothing else. */
  create<T extends object>(name: string, load: Load<T>): TenantCache<T>
  close(): Promise<void>
}

/** Caches that processes on one database keep in step by notifications. */
export async function openCaches(database: Database): Promise<Caches> {
  const caches = new Map<string, LRUCache<number, Promise<object>>>()
  let listener: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let isClosed = false

  function forgetNamed({ payload = '' }: { payload?: string | undefined }): void {
    const [name = '', tenantId] = payload.split(':')
    caches.get(name)?.delete(Number(tenantId))
  }

  async function listen(): Promise<void> {
    const client = new pg.Client({
      connectionString: database.url,
      application_name: 'steward-cache',
      keepAlive: true,
    })
    // Without the listener, entries still age out.
    client.on('error', () => undefined)
    client.on('notification', forgetNamed)
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
    } catch (error) {
      await client.end().catch(() => undefined)
      throw error
    }
    if (isClosed) return client.end()
    listener = client
    client.once('end', listenAgain)
    // What changed while nobody listened is not known.
    for (const entries of caches.values()) entries.clear()
  }

  function listenAgain(): void {
    if (isClosed) return
    retry = setTimeout(() => void listen().catch(listenAgain), retryAfter)
    retry.unref()
  }

  await listen()
  return {
    create<T extends object>(name: string, load: Load<T>): TenantCache<T> {
      const entries = new LRUCache<number, Promise<object>>({ max: 1000, ttl: longestAge })
      caches.set(name, entries)
      return {
        get(tenantId) {
          const known = entries.get(tenantId)
          if (known) return known as Promise<T>
          const loading = load(tenantId, database.aside(tenantId))
          entries.set(tenantId, loading)
          loading.catch(() => entries.delete(tenantId))
          return loading
        },
        async forget(tenantId) {
          entries.delete(tenantId)
          await database.owner.query('select pg_notify($1, $2)', [channel, `${name}:${tenantId}`])
        },
      }
    },
    async close() {
      isClosed = true
      clearTimeout(retry)
      await listener?.end().catch(() => undefined)
    },
  }
}
