import { transact } from '../../platform/db/database.ts'
import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { changeFeedModule } from '../change-feed/index.ts'
import { fieldModule } from '../field/index.ts'
import { recordModule } from '../record/index.ts'
import { timelineModule } from '../timeline/index.ts'
import { userManagementModule } from '../user-management/index.ts'
import { messengerModule } from '../messenger/index.ts'
import { createFollowService } from './follow.service.ts'
import { createMailService, mailKind, type MailNeighbours } from './mail.service.ts'
import { actorOf, createReading } from './notification.reading.ts'
import { createRegistry } from './notification.registry.ts'
import { addNotificationRoutes } from './notification.routes.ts'
import { createNotificationService, type ServiceNeighbours } from './notification.service.ts'
import { forgetNotifications } from './notification.store.ts'
import { registerSubjects, type SubjectNeighbours } from './notification.subject.ts'
import { createNotifyOnce, createWriting, type WritingNeighbours } from './notification.writing.ts'
import { createOtherEvents, type OtherEventNeighbours } from './other-event.service.ts'
import { createDefaultService, createPreferenceService } from './preference.service.ts'
import { createRecordEvents, type RecordEventNeighbours } from './record-event.service.ts'
import { createUnsubscription } from './unsubscribe.service.ts'
import { addUnsubscribeRoutes } from './unsubscribe.routes.ts'

export { instantOf, localTime } from './mail-time.rules.ts'
export { actorOf } from './notification.reading.ts'
export type { Told } from './notification.kind.ts'
export type { Asked, Subject } from './notification.registry.ts'
export type { Notice } from './notification.writing.ts'

type Neighbours = ServiceNeighbours &
  MailNeighbours &
  SubjectNeighbours &
  WritingNeighbours &
  OtherEventNeighbours &
  RecordEventNeighbours

/** Collects what concerns users from events, shows it in the drawer, and mails it. */
function createNotificationModule(platform: Platform, neighbours: Neighbours) {
  const registry = createRegistry()
  registerSubjects(registry, neighbours)
  const reading = createReading(platform, registry)
  const unsubscription = createUnsubscription(platform, (tenantId, userId) =>
    preferences.turnMailOff(tenantId, userId),
  )
  const { addressOf } = unsubscription
  const mails = createMailService(platform, neighbours, { reading, registry, addressOf })
  const writing = createWriting(neighbours, registry, mails)
  const service = createNotificationService(platform, neighbours, registry, reading)
  const preferences = createPreferenceService(platform, neighbours, registry, mails)
  const defaults = createDefaultService(platform)
  const follows = createFollowService(platform, neighbours)

  async function dropUnseeable(tenantId: number, userIds: readonly number[]): Promise<void> {
    const { byId } = await neighbours.users.directory(tenantId)
    for (const userId of userIds) {
      const actor = actorOf(tenantId, byId.get(userId))
      if (actor) await reading.dropUnseeable(actor)
    }
  }

  const module: Module = {
    addRoutes(api) {
      addNotificationRoutes(api, { service, preferences, defaults, follows })
      addUnsubscribeRoutes(api, unsubscription)
    },
    due: { [mailKind]: mails.mail },
    subscribers: [
      {
        name: 'notification',
        handlers: [
          createRecordEvents(platform, neighbours, writing, dropUnseeable),
          ...createOtherEvents(platform, neighbours, writing, dropUnseeable),
        ],
      },
    ],
    retention: [
      {
        name: 'notifications',
        days: platform.config.keptDays.notifications,
        forget: (tenantId, before) =>
          transact(platform.database.tenant(tenantId), (tx) => forgetNotifications(tx, tenantId, before)),
      },
    ],
  }
  const { registerKind, registerSubject } = registry
  const notifyOnce = createNotifyOnce(platform, writing)
  /** Drops everyone's unseen notifications about what is gone, so that no count has them. */
  async function dropGone(tenantId: number): Promise<void> {
    const { all } = await neighbours.users.directory(tenantId)
    await dropUnseeable(
      tenantId,
      all.map(({ userId }) => userId),
    )
  }
  return { module, service: { registerKind, registerSubject, notify: writing.notify, notifyOnce, dropGone } }
}

export type Notifications = ReturnType<typeof createNotificationModule>['service']

export const notificationModule = defineModule({
  needs: {
    users: userManagementModule,
    fields: fieldModule,
    records: recordModule,
    timeline: timelineModule,
    changeFeed: changeFeedModule,
    messenger: messengerModule,
  },
  create: createNotificationModule,
})
