import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import type { Database, Db } from '../db/database.ts'
import type { Notices } from '../notices/notices.ts'

const channel = 'steward_cache'
const everyCache = '*'
/** A missed notice is made good after this long. */
const longestAge = 30_000
/** How long to wait for the own notice to come back. Milliseconds. */
const longestWait = 250

/** Settings of a tenant that every call needs: loaded once, and forgotten in every process when they change. */
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

/** Makes every process forget all that it keeps of a tenant, from a connection outside of them. */
export async function tellCaches(client: pg.ClientBase, tenantId: number): Promise<void> {
  await client.query('select pg_notify($1, $2)', [channel, `${everyCache}:${tenantId}`])
}

/** Caches that notices keep in sync across the processes on a database. */
export function createCaches(database: Database, notices: Notices): Caches {
  const caches = new Map<string, LRUCache<number, Promise<object>>>()
  /** Notices of this process that are on their way, by their payload. */
  const onTheWay = new Map<string, () => void>()
  notices.hear(channel, {
    heard(payload) {
      const [name = '', tenantId] = payload.split(':')
      const meant = name === everyCache ? caches.values() : [caches.get(name)]
      for (const entries of meant) entries?.delete(Number(tenantId))
      onTheWay.get(payload)?.()
    },
    missed() {
      for (const entries of caches.values()) entries.clear()
      for (const arrived of onTheWay.values()) arrived()
    },
  })

  /**
   * Notifies all processes, and waits until the word has come back here: by then it is with the others too, and
   * who is answered finds the change whichever process is asked next.
   */
  async function tell(what: string): Promise<void> {
    const payload = `${what}:${randomUUID()}`
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, longestWait)
    onTheWay.set(payload, resolve)
    try {
      await notices.send(channel, payload)
      await promise
    } finally {
      clearTimeout(timer)
      onTheWay.delete(payload)
    }
  }

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
          loading.catch(() => {
            if (entries.get(tenantId) === loading) entries.delete(tenantId)
          })
          return loading
        },
        async forget(tenantId) {
          entries.delete(tenantId)
          await tell(`${name}:${tenantId}`)
        },
      }
    },
  }
}
