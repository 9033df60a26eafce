import type { Actor } from '../../platform/actor.ts'
import { transact } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import type { UserEntry } from '../user-management/index.ts'
import { readPage, type NotificationRow, type PageRequest } from './notification.read-model.ts'
import type { Registry, Subject } from './notification.registry.ts'
import { dropNotifications } from './notification.store.ts'

/** A user as the one who reads, where no one called; undefined for those who cannot read. */
export function actorOf(tenantId: number, user: UserEntry | undefined): Actor | undefined {
  if (user?.kind !== 'person' || user.status === 'DEACTIVATED') return undefined
  return { tenantId, userId: user.userId, roleId: user.roleId, sessionId: null }
}

/** A notification that its recipient may see, with what is shown of its subject. */
export interface Seen {
  row: NotificationRow
  subject: Subject
}

export interface Read {
  shown: Seen[]
  /** Where the page ends; null on an empty one. */
  end: number | null
  hasMore: boolean
}

/** Reads notifications by what their recipient may see now. What they may not see is dropped while it is unseen. */
export function createReading(platform: Platform, registry: Registry) {
  const dbOf = (actor: Actor) => platform.database.tenant(actor.tenantId)

  /** The rows whose subject the actor may see, in their order. */
  async function visible(actor: Actor, rows: readonly NotificationRow[]): Promise<Seen[]> {
    const subjects = new Map<number, Subject>()
    for (const [name, ofKind] of Map.groupBy(rows, ({ subjectKind }) => subjectKind)) {
      // The row of a module that is gone is shown to no one.
      const found = (await registry.readSubjects(name)?.(dbOf(actor), actor, ofKind)) ?? []
      ofKind.forEach(({ id }, at) => {
        const subject = found[at]
        if (subject) subjects.set(id, subject)
      })
    }
    return rows.flatMap((row) => {
      const subject = subjects.get(row.id)
      return subject && registry.kindOf(row.kind) ? [{ row, subject }] : []
    })
  }

  /** Drops the unseen ones among rows that the actor may not see. Returns how many were counted. */
  async function dropOthers(
    actor: Actor,
    rows: readonly NotificationRow[],
    seen: readonly Seen[],
  ): Promise<number> {
    if (seen.length === rows.length) return 0
    const kept = new Set(seen.map(({ row }) => row.id))
    const ids = rows.filter(({ id, isSeen }) => !isSeen && !kept.has(id)).map(({ id }) => id)
    if (ids.length === 0) return 0
    const { tenantId, userId } = actor
    return transact(dbOf(actor), (tx) => dropNotifications(tx, tenantId, userId, ids))
  }

  /** A page of what the actor may see, filled up from what follows where some of it is hidden. */
  async function page(actor: Actor, request: PageRequest): Promise<Read> {
    const shown: Seen[] = []
    let below = request.below
    for (;;) {
      const asked = { ...request, below, limit: request.limit + 1 }
      const rows = await readPage(dbOf(actor), actor.tenantId, actor.userId, asked)
      const seen = await visible(actor, rows)
      await dropOthers(actor, rows, seen)
      const room = request.limit - shown.length
      shown.push(...seen.slice(0, room))
      const isLast = rows.length <= request.limit
      if (isLast || seen.length >= room) {
        const end = shown.at(-1)?.row.position ?? null
        return { shown, end, hasMore: seen.length > room || (!isLast && seen.length === room) }
      }
      below = rows.at(-1)?.position ?? null
    }
  }

  return {
    visible,
    page,
    /** Drops all that the actor may not see and has not seen, of the latest `most` or of all. */
    async dropUnseeable(actor: Actor, most?: number) {
      const size = 200
      let below: number | null = null
      for (let read = 0; most === undefined || read < most; read += size) {
        const rows: NotificationRow[] = await readPage(dbOf(actor), actor.tenantId, actor.userId, {
          category: 'all',
          below,
          unseenOnly: true,
          limit: size,
        })
        await dropOthers(actor, rows, await visible(actor, rows))
        if (rows.length < size) return
        below = rows.at(-1)?.position ?? null
      }
    },
  }
}

export type Reading = ReturnType<typeof createReading>
