import { LRUCache } from 'lru-cache'
import type { Database, Db } from '../db/database.ts'
import type { Notices } from '../notices/notices.ts'

const channel = 'steward_cache'
/** A missed notice is made good after this long. */
const longestAge = 30_000

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
}

/** Caches that processes on one database keep in step by notices. */
export function createCaches(database: Database, notices: Notices): Caches {
  const caches = new Map<string, LRUCache<number, Promise<object>>>()
  notices.hear(channel, {
    heard(payload) {
      const [name = '', tenantId] = payload.split(':')
      caches.get(name)?.delete(Number(tenantId))
    },
    missed() {
      for (const entries of caches.values()) entries.clear()
    },
  })
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
          await notices.send(channel, `${name}:${tenantId}`)
        },
      }
    },
  }
}
