import type { TimelineItem } from '@steward/contracts/timeline'
import type { Actor } from '../../platform/actor.ts'
import { transact, type Tx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import type { FileService } from '../file/index.ts'
import type { Records } from '../record/index.ts'
import { createChangePresenter, type ChangeNeighbours } from './timeline.change-presenter.ts'
import { createCommentService } from './timeline.comment.service.ts'
import { createRegistry } from './timeline.door.ts'
import { createFeedService } from './timeline.feed.service.ts'
import { findItemsWithFile, findLoggedOn, findReadableFiles } from './timeline.hold.read-model.ts'
import { createItemService } from './timeline.item.service.ts'
import { amendItems, type Amendment } from './timeline.item.store.ts'
import { createMarkService } from './timeline.mark.service.ts'
import { createNotices } from './timeline.notice.service.ts'
import { createPresenting } from './timeline.present.ts'
import { readPlaces } from './timeline.read-model.ts'

/** The modules below, from which the timeline takes names and files. */
export interface TimelineNeighbours extends ChangeNeighbours {
  files: FileService
  records: Pick<Records, 'registerDependents'>
}

/** What the modules of the kinds, and the routes, ask of the timeline. */
export function createTimelineService(platform: Platform, neighbours: TimelineNeighbours) {
  const dbOf = (tenantId: number) => platform.database.tenant(tenantId)
  const now = () => platform.clock.now()
  const { users, files, records } = neighbours
  const registry = createRegistry()
  const notices = createNotices(users)
  const present = createPresenting(neighbours, registry)
  const items = createItemService(now, files, notices, registry)
  const feed = createFeedService(dbOf, users, present)
  const marks = createMarkService(dbOf, now)
  registry.registerPresenter('change', createChangePresenter(platform, neighbours))
  records.registerDependents(findLoggedOn)
  files.registerHolder({ name: 'timeline', mayRead: findReadableFiles })
  return {
    put: items.put,
    edit: items.edit,
    remove: items.remove,
    restore: items.restore,
    /** Restores an item in a transaction of its own, and answers it. */
    async bringBack(actor: Actor, itemId: number): Promise<TimelineItem> {
      await transact(dbOf(actor.tenantId), (tx) => items.restore(tx, actor, itemId))
      return feed.read(actor, itemId)
    },
    /** What a kind changes of its items by its own rules: no one's rights are asked. */
    amend: (tx: Tx, tenantId: number, itemIds: readonly number[], change: Amendment): Promise<void> =>
      amendItems(tx, tenantId, itemIds, change, now()),
    /** The items that a file is attached to, as far as the actor may read them, the newest first. */
    holding: (actor: Actor, fileId: number): Promise<number[]> =>
      findItemsWithFile(dbOf(actor.tenantId), actor, fileId),
    /** The records on whose pages items are, of the items that the actor may read; their own record first. */
    places: (actor: Actor, itemIds: readonly number[]): Promise<Map<number, number[]>> =>
      readPlaces(dbOf(actor.tenantId), actor, itemIds),
    ...feed,
    ...marks,
    ...createCommentService(dbOf, now, { users, files }, notices),
    registerPresenter: registry.registerPresenter,
    registerRemoval: registry.registerRemoval,
  }
}

export type TimelineService = ReturnType<typeof createTimelineService>
