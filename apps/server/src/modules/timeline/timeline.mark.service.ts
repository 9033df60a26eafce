import type { ItemKind } from '@steward/contracts/timeline'
import type { Actor } from '../../platform/actor.ts'
import { transact, type Db } from '../../platform/db/database.ts'
import { lockOwn, refuseDeleted } from './timeline.item.guard.ts'
import { markSeen, setBookmark, setPin } from './timeline.mark.store.ts'
import { readItems } from './timeline.read-model.ts'
import { kindOf, unknownItem } from './timeline.rules.ts'

/** What readers set on items: bookmarks of their own, pins for everyone, and that they have looked. */
export function createMarkService(dbOf: (tenantId: number) => Db, now: () => Date) {
  return {
    /** Sets the caller's bookmark, or turns it round. Answers what it is now. */
    async bookmark(actor: Actor, itemId: number, status?: boolean, kind?: ItemKind): Promise<boolean> {
      return transact(dbOf(actor.tenantId), async (tx) => {
        const [item] = await readItems(tx, actor, [itemId])
        if (!item || (kind && kindOf(item.kind) !== kind)) throw unknownItem(kind)
        return setBookmark(tx, actor.tenantId, actor.userId, itemId, status)
      })
    },

    /** Pins an item for everyone. Throws `forbidden` where the actor may not edit it. */
    async pin(actor: Actor, itemId: number, status: boolean, kind?: ItemKind): Promise<void> {
      await transact(dbOf(actor.tenantId), async (tx) => {
        const item = await lockOwn(tx, actor, itemId, kind)
        refuseDeleted(item)
        if (item.pinned !== status) await setPin(tx, actor.tenantId, itemId, status ? now() : null)
      })
    },

    /** The caller has looked at these items; ids that are none of theirs are nothing to them. */
    seen: (actor: Actor, itemIds: readonly number[]) =>
      markSeen(dbOf(actor.tenantId), actor.tenantId, actor.userId, itemIds),
  }
}
