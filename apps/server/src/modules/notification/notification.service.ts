import type {
  NotificationPage,
  NotificationQuery,
  RecordsBehind,
  UnseenNotifications,
} from '@steward/contracts/notification'
import { notificationCategories, type NotificationCategory } from '@steward/contracts/plain/notification'
import { isScoped, type Actor } from '../../platform/actor.ts'
import { transact } from '../../platform/db/database.ts'
import { notFound } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { ChangeFeed } from '../change-feed/index.ts'
import type { UserService } from '../user-management/index.ts'
import { presentNotification } from './notification.present.ts'
import { countUnseen, findNotification, findPosition, readBehind } from './notification.read-model.ts'
import type { Reading } from './notification.reading.ts'
import type { Registry } from './notification.registry.ts'
import { markAllSeen, markSeen } from './notification.store.ts'
import { behindOf } from './notification.subject.ts'

/** Records of a page behind a notification. */
const behindSize = 50
/** The latest notifications whose subjects are checked again before they are counted for someone who sees only their own. */
const checkedBeforeCount = 200

type Category = NotificationCategory | 'all'

const categoriesOf = (category: Category): readonly NotificationCategory[] =>
  category === 'all' ? notificationCategories : [category]

const unknown = () => notFound('notification.unknown', 'This notification does not exist.')

export interface ServiceNeighbours {
  users: Pick<UserService, 'directory'>
  changeFeed: Pick<ChangeFeed, 'tellUsers'>
}

/** The notifications of the caller, and of no one else. */
export function createNotificationService(
  platform: Platform,
  { users, changeFeed }: ServiceNeighbours,
  registry: Registry,
  reading: Reading,
) {
  const dbOf = ({ tenantId }: Actor) => platform.database.tenant(tenantId)

  async function unseen(actor: Actor): Promise<UnseenNotifications> {
    if (isScoped(actor)) {
      await reading.dropUnseeable(actor, checkedBeforeCount)
    }
    return countUnseen(dbOf(actor), actor.tenantId, actor.userId)
  }

  return {
    unseen,

    /** A page, the latest first. */
    async list(actor: Actor, query: NotificationQuery): Promise<NotificationPage> {
      const { tenantId, userId } = actor
      const { category, lastId, unseenOnly, size } = query
      const below = lastId === undefined ? null : await findPosition(dbOf(actor), tenantId, userId, lastId)
      const request = { category, below, unseenOnly, limit: size }
      const [{ shown, end, hasMore }, directory] = await Promise.all([
        reading.page(actor, request),
        users.directory(tenantId),
      ])
      return {
        notifications: shown.map(({ row, subject }) =>
          presentNotification(row, subject, directory, registry),
        ),
        lastId: end,
        hasMore,
      }
    },

    /** Marks one as seen. Throws `not_found`. */
    async see(actor: Actor, id: number): Promise<UnseenNotifications> {
      const { tenantId, userId } = actor
      const isKnown = await transact(dbOf(actor), (tx) => markSeen(tx, tenantId, userId, id))
      if (!isKnown) throw unknown()
      await changeFeed.tellUsers(tenantId, [userId])
      return unseen(actor)
    },

    /** Marks all of a category as seen, or all there are. */
    async seeAll(actor: Actor, category: Category): Promise<UnseenNotifications> {
      const { tenantId, userId } = actor
      await transact(dbOf(actor), (tx) => markAllSeen(tx, tenantId, userId, categoriesOf(category)))
      await changeFeed.tellUsers(tenantId, [userId])
      return unseen(actor)
    },

    /** A notification, with the records that it stands for as far as the actor sees them now. Throws `not_found`. */
    async behind(actor: Actor, id: number, after: number): Promise<RecordsBehind> {
      const { tenantId, userId } = actor
      const row = await findNotification(dbOf(actor), tenantId, userId, id)
      const [seen] = row ? await reading.visible(actor, [row]) : []
      if (!seen) throw unknown()
      const request = behindOf(seen.row, { after, limit: behindSize + 1 })
      const [records, directory] = await Promise.all([
        seen.row.subjectKind === 'changeSet' ? readBehind(dbOf(actor), actor, request) : [],
        users.directory(tenantId),
      ])
      return {
        notification: presentNotification(seen.row, seen.subject, directory, registry),
        records: records.slice(0, behindSize),
        hasMore: records.length > behindSize,
      }
    },
  }
}

export type NotificationService = ReturnType<typeof createNotificationService>
