import { AsyncLocalStorage } from 'node:async_hooks'
import type { Notices } from '../notices/notices.ts'

/** Where processes tell each other which tenants have new events. */
export const eventChannel = 'steward_event'

/** Milliseconds for which tenants are gathered. */
const gatherFor = 15
/** PostgreSQL takes 8,000 bytes in a notification. */
const mostTenants = 500

/** Tells the processes that deliver events which tenants have new ones. */
export interface Announcer {
  add(tenantId: number): void
}

/**
 * Gathers tenants for a moment and names them in one notification. It is sent after the commit, on a connection
 * of its own: inside a transaction it would take a lock that all commits of the cluster wait for. What is not
 * announced because a process was killed or the database is away, the next sweep finds.
 */
export function createAnnouncer(notices: Pick<Notices, 'send'>): Announcer {
  const gathered = new Set<number>()
  const outside = AsyncLocalStorage.snapshot()
  let timer: NodeJS.Timeout | undefined

  function send(): void {
    timer = undefined
    const all = [...gathered]
    gathered.clear()
    for (let at = 0; at < all.length; at += mostTenants)
      notices.send(eventChannel, JSON.stringify(all.slice(at, at + mostTenants))).catch(() => undefined)
  }

  return {
    add(tenantId) {
      gathered.add(tenantId)
      // Not as part of the call that published.
      timer ??= outside(() => setTimeout(send, gatherFor).unref())
    },
  }
}
