import { LRUCache } from 'lru-cache'
import pg from 'pg'
import type { Database } from '../db/database.ts'

const channel = 'steward_cache'
/** A missed notification is made good after this long. */
const longestAge = 30_000

/** What a tenant set up and every call needs: loaded once, forgotten in every process when it changes. */
export interface TenantCache<T> {
  get(tenantId: number): Promise<T>
  /** Call after the commit that changed it. */
  forget(tenantId: number): Promise<void>
}

export interface Caches {
  create<T extends object>(name: string, load: (tenantId: number) => Promise<T>): TenantCache<T>
  close(): Promise<void>
}

/** Caches that processes on one database keep in step by notifications. */
export async function openCaches(database: Database): Promise<Caches> {
  const caches = new Map<string, LRUCache<number, Promise<object>>>()
  const listener = new pg.Client({ connectionString: database.url, application_name: 'steward-cache' })
  // Without the listener, entries still age out.
  listener.on('error', () => undefined)
  listener.on('notification', ({ payload }) => {
    const [name, tenantId] = (payload ?? '').split(':')
    caches.get(name ?? '')?.delete(Number(tenantId))
  })
  await listener.connect()
  await listener.query(`listen ${channel}`)
  return {
    create<T extends object>(name: string, load: (tenantId: number) => Promise<T>): TenantCache<T> {
      const entries = new LRUCache<number, Promise<object>>({ max: 1000, ttl: longestAge })
      caches.set(name, entries)
      return {
        get(tenantId) {
          const known = entries.get(tenantId)
          if (known) return known as Promise<T>
          const loading = load(tenantId)
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
      await listener.end().catch(() => undefined)
    },
  }
}
