import type { ChangeNotificationPreferences, NotificationPreferences } from '@steward/contracts/notification'
import { may, type Actor } from '../../platform/actor.ts'
import { transact } from '../../platform/db/database.ts'
import { AppError, invalid, notFound } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { ChangeFeed } from '../change-feed/index.ts'
import type { UserService } from '../user-management/index.ts'
import type { Registry } from './notification.registry.ts'
import { dropKinds } from './notification.store.ts'
import type { MailService } from './mail.service.ts'
import { faultsOf, preferencesOf, wants } from './preference.rules.ts'
import { lockPreferences, readPreferences, setPreferences } from './preference.store.ts'

export interface PreferenceNeighbours {
  users: Pick<UserService, 'directory'>
  changeFeed: Pick<ChangeFeed, 'tellUsers'>
}

/** What users want to know of, and when by mail. */
export function createPreferenceService(
  platform: Platform,
  { users, changeFeed }: PreferenceNeighbours,
  registry: Registry,
  { moveMail }: Pick<MailService, 'moveMail'>,
) {
  const dbOf = (tenantId: number) => platform.database.tenant(tenantId)

  /** Throws `forbidden` for the preferences of others, and `not_found` for users that there are not. */
  async function refuseOthers(actor: Actor, userId: number): Promise<void> {
    const user = (await users.directory(actor.tenantId)).byId.get(userId)
    if (user?.kind !== 'person') throw notFound('user.unknown', 'This user does not exist.')
    if (actor.userId === userId || may(actor, 'user.administer')) return
    const message = 'You can see and change only your own notification preferences.'
    throw new AppError('forbidden', 'permission.missing', message)
  }

  async function apply(
    tenantId: number,
    userId: number,
    input: ChangeNotificationPreferences,
  ): Promise<NotificationPreferences> {
    const next = await transact(dbOf(tenantId), async (tx) => {
      const before = preferencesOf(await lockPreferences(tx, tenantId, userId))
      const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
      const after: NotificationPreferences = { ...before, ...given }
      const faults = faultsOf(after)
      if (Object.keys(faults).length > 0) throw invalid('notification.quiet_hours', faults)
      await setPreferences(tx, tenantId, userId, after)
      const off = registry.allKinds().filter((kind) => wants(before, kind) && !wants(after, kind))
      await dropKinds(
        tx,
        tenantId,
        userId,
        off.map(({ name }) => name),
      )
      return after
    })
    await moveMail(tenantId, userId)
    await changeFeed.tellUsers(tenantId, [userId])
    return next
  }

  return {
    /** Ends mails for a user who followed the link in one. */
    turnMailOff: async (tenantId: number, userId: number): Promise<void> => {
      await apply(tenantId, userId, { isSendEmailNotifications: false })
    },

    async read(actor: Actor, userId: number): Promise<NotificationPreferences> {
      await refuseOthers(actor, userId)
      const stored = await readPreferences(dbOf(actor.tenantId), actor.tenantId, [userId])
      return preferencesOf(stored.get(userId))
    },

    /** Changes some; unseen notifications of kinds that are turned off are dropped. */
    async change(
      actor: Actor,
      userId: number,
      input: ChangeNotificationPreferences,
    ): Promise<NotificationPreferences> {
      await refuseOthers(actor, userId)
      return apply(actor.tenantId, userId, input)
    },
  }
}

export type PreferenceService = ReturnType<typeof createPreferenceService>
