import type {
  ChangeNotificationDefaults,
  ChangeNotificationPreferences,
  NotificationDefaults,
  NotificationPreferences,
} from '@steward/contracts/notification'
import { may, type Actor } from '../../platform/actor.ts'
import { transact, type Tx } from '../../platform/db/database.ts'
import { AppError, invalid, notFound } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { ChangeFeed } from '../change-feed/index.ts'
import type { UserService } from '../user-management/index.ts'
import type { Registry } from './notification.registry.ts'
import { dropKinds } from './notification.store.ts'
import type { MailService } from './mail.service.ts'
import {
  choose,
  defaultsOf,
  faultsOf,
  preferencesOf,
  wants,
  type Choices,
  type Preferences,
} from './preference.rules.ts'
import {
  lockChoices,
  lockDefaults,
  readChoices,
  readDefaults,
  readPreferences,
  setChoices,
  setDefaults,
} from './preference.store.ts'

export interface PreferenceNeighbours {
  users: Pick<UserService, 'directory'>
  changeFeed: Pick<ChangeFeed, 'tellUsers'>
}

const present = (preferences: Preferences, own: Choices): NotificationPreferences => ({
  ...preferences,
  isCustomized: Object.keys(own).some((name) => name !== 'browserNotifications'),
})

/** The values of a change, and all preferences after it. Throws `invalid_input` at the field that is wrong. */
function changed<T extends NotificationDefaults>(before: T, input: Choices): { given: Choices; after: T } {
  const given: Choices = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
  const after = { ...before, ...given }
  const faults = faultsOf(after)
  if (Object.keys(faults).length > 0) throw invalid('notification.quiet_hours', faults)
  return { given, after }
}

const readNow = async (tx: Tx, tenantId: number, userId: number): Promise<Preferences> =>
  preferencesOf((await readPreferences(tx, tenantId, [userId])).get(userId))

/** Manages the preferences of users: what they are notified of, and when by mail. */
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

  /** Replaces what a user chose. Unseen notifications that are no longer wanted are dropped. */
  async function apply(
    tenantId: number,
    userId: number,
    next: (own: Choices, before: Preferences) => Choices,
  ): Promise<NotificationPreferences> {
    const result = await transact(dbOf(tenantId), async (tx) => {
      const own = await lockChoices(tx, tenantId, userId)
      const before = await readNow(tx, tenantId, userId)
      const chosen = next(own, before)
      await setChoices(tx, tenantId, userId, chosen)
      const after = await readNow(tx, tenantId, userId)
      const off = registry.allKinds().filter((kind) => wants(before, kind) && !wants(after, kind))
      await dropKinds(
        tx,
        tenantId,
        userId,
        off.map(({ name }) => name),
      )
      return present(after, chosen)
    })
    await moveMail(tenantId, userId)
    await changeFeed.tellUsers(tenantId, [userId])
    return result
  }

  const change = (tenantId: number, userId: number, input: ChangeNotificationPreferences) =>
    apply(tenantId, userId, (own, before) => {
      const { given, after } = changed(before, input)
      return choose(own, given, after)
    })

  return {
    /** Ends mails for a user who followed the link in one. */
    turnMailOff: async (tenantId: number, userId: number): Promise<void> => {
      await change(tenantId, userId, { isSendEmailNotifications: false })
    },

    async read(actor: Actor, userId: number): Promise<NotificationPreferences> {
      await refuseOthers(actor, userId)
      const db = dbOf(actor.tenantId)
      const [all, own] = await Promise.all([
        readPreferences(db, actor.tenantId, [userId]),
        readChoices(db, actor.tenantId, userId),
      ])
      return present(preferencesOf(all.get(userId)), own)
    },

    /** Changes some; unseen notifications of kinds that are turned off are dropped. */
    async change(
      actor: Actor,
      userId: number,
      input: ChangeNotificationPreferences,
    ): Promise<NotificationPreferences> {
      await refuseOthers(actor, userId)
      return change(actor.tenantId, userId, input)
    },

    /** Discards what the user chose, so that the company's defaults hold. Browser notifications have none. */
    async reset(actor: Actor, userId: number): Promise<NotificationPreferences> {
      await refuseOthers(actor, userId)
      return apply(actor.tenantId, userId, ({ browserNotifications: own }) =>
        own === undefined ? {} : { browserNotifications: own },
      )
    },
  }
}

export type PreferenceService = ReturnType<typeof createPreferenceService>

/** Manages the defaults of a company, which hold for everyone who has not chosen otherwise. */
export function createDefaultService(platform: Platform) {
  const dbOf = ({ tenantId }: Actor) => platform.database.tenant(tenantId)

  return {
    read: async (actor: Actor): Promise<NotificationDefaults> =>
      defaultsOf(await readDefaults(dbOf(actor), actor.tenantId)),

    /** Changes some, for what happens from now on. */
    change: (actor: Actor, input: ChangeNotificationDefaults): Promise<NotificationDefaults> =>
      transact(dbOf(actor), async (tx) => {
        const before = await lockDefaults(tx, actor.tenantId)
        const { given, after } = changed(defaultsOf(before), input)
        await setDefaults(tx, actor.tenantId, choose(before, given, after))
        return after
      }),
  }
}

export type DefaultService = ReturnType<typeof createDefaultService>
