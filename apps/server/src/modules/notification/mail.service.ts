import { transact, type Tx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { schedule, unschedule, type DueHandler } from '../../platform/schedule/schedule.ts'
import type { MessengerService } from '../messenger/index.ts'
import { readTenantName } from '../tenant/index.ts'
import type { UserEntry, UserService } from '../user-management/index.ts'
import { mailDueAt } from './mail-time.rules.ts'
import { beginWaiting, findWaiting, hasNewer, readMail, setMail, type MailState } from './mail.store.ts'
import { presentNotification } from './notification.present.ts'
import { actorOf, type Reading, type Seen } from './notification.reading.ts'
import type { Registry } from './notification.registry.ts'
import { lockAllCounts } from './notification.store.ts'
import { preferencesOf, wants, type Choices, type Preferences } from './preference.rules.ts'
import { readPreferences } from './preference.store.ts'
import type { UnsubscribeAddress } from './unsubscribe.service.ts'

export const mailKind = 'notification.mail'
/** Notifications that a mail shows; the rest it counts. */
const mostShown = 20
/** Unseen ones that are looked through for a mail. */
const mostRead = 200

export interface MailNeighbours {
  users: Pick<UserService, 'directory'>
  messenger: Pick<MessengerService, 'send'>
}

export interface MailParts {
  reading: Reading
  registry: Registry
  addressOf: UnsubscribeAddress
}

const zoneOf = ({ timeZone }: Pick<UserEntry, 'timeZone'>): string => timeZone ?? 'UTC'

const work = (userId: number, dueAt: Date) => ({ kind: mailKind, key: String(userId), dueAt })

/** Mails users what they have not seen, at the time they chose: one row each that is due, never one for each event. */
export function createMailService(
  platform: Platform,
  { users, messenger }: MailNeighbours,
  { reading, registry, addressOf }: MailParts,
) {
  const dbOf = (tenantId: number) => platform.database.tenant(tenantId)

  /** Sees to it that users who have something new get a mail when they want one. Their counts are locked. */
  async function scheduleMail(
    tx: Tx,
    tenantId: number,
    userIds: readonly number[],
    stored: ReadonlyMap<number, Choices>,
  ): Promise<void> {
    const { byId } = await users.directory(tenantId)
    const now = platform.clock.now()
    const known = await findWaiting(tx, tenantId, userIds)
    const mails = userIds.flatMap((userId) => {
      if (known.has(userId)) return []
      const user = byId.get(userId)
      const preferences = preferencesOf(stored.get(userId))
      if (user?.status !== 'ACTIVE' || !preferences.isSendEmailNotifications) return []
      return [{ userId, dueAt: mailDueAt(now, preferences, zoneOf(user)) }]
    })
    if (mails.length === 0) return
    const waiting = await beginWaiting(tx, tenantId, mails)
    await schedule(
      tx,
      tenantId,
      mails.filter(({ userId }) => waiting.has(userId)).map(({ userId, dueAt }) => work(userId, dueAt)),
    )
  }

  /** Finds what is new for a user since the last mail, by their rights and preferences now. */
  async function newsOf(
    tenantId: number,
    user: UserEntry,
    preferences: Preferences,
    after: number,
  ): Promise<{ news: Seen[]; last: number }> {
    const actor = actorOf(tenantId, user)
    if (!actor) return { news: [], last: after }
    const { shown } = await reading.page(actor, {
      category: 'all',
      below: null,
      unseenOnly: true,
      limit: mostRead,
    })
    const news = shown.filter(({ row }) => {
      const kind = registry.kindOf(row.kind)
      return row.position > after && kind !== undefined && wants(preferences, kind)
    })
    return { news, last: Math.max(after, ...shown.map(({ row }) => row.position)) }
  }

  async function send(
    tx: Tx,
    tenantId: number,
    user: UserEntry,
    news: readonly Seen[],
    isDigest: boolean,
  ): Promise<void> {
    const directory = await users.directory(tenantId)
    const items = news.slice(0, mostShown).map(({ row, subject }) => {
      const { id, text } = presentNotification(row, subject, directory, registry)
      return { id, text }
    })
    await messenger.send(tx, tenantId, {
      template: 'notifications',
      to: { email: user.email },
      data: {
        ...(user.firstName ? { firstName: user.firstName } : {}),
        items,
        more: news.length - items.length,
        isDigest,
      },
      tenantName: await readTenantName(tx, tenantId),
      unsubscribe: addressOf(tenantId, user.userId),
    })
  }

  /** Mails what is new, unless it was done, moved, or seen. Doing it again does nothing. */
  const mail: DueHandler = async (tenantId, { key }) => {
    const userId = Number(key)
    const now = platform.clock.now()
    const before = await readMail(dbOf(tenantId), tenantId, userId)
    if (!before?.dueAt || before.dueAt > now) return
    const user = (await users.directory(tenantId)).byId.get(userId)
    const stored = await readPreferences(dbOf(tenantId), tenantId, [userId])
    const preferences = preferencesOf(stored.get(userId))
    const isWanted = preferences.isSendEmailNotifications && user?.status === 'ACTIVE'
    const { news, last } = isWanted
      ? await newsOf(tenantId, user, preferences, before.mailedPosition)
      : { news: [], last: before.mailedPosition }
    await transact(dbOf(tenantId), async (tx) => {
      // What is being written now relies on this mail: it is committed first, or sees that this mail is done.
      await lockAllCounts(tx, tenantId, userId)
      const state: MailState | undefined = await readMail(tx, tenantId, userId, true)
      if (state?.dueAt?.getTime() !== before.dueAt?.getTime()) return
      const isMore = isWanted && (await hasNewer(tx, tenantId, userId, last))
      const dueAt = isMore ? mailDueAt(now, preferences, zoneOf(user)) : null
      await setMail(tx, tenantId, userId, { dueAt, mailedPosition: last })
      if (dueAt) await schedule(tx, tenantId, work(userId, dueAt))
      if (isWanted && news.length > 0) {
        await send(tx, tenantId, user, news, preferences.mailTiming !== 'immediately')
      }
    })
  }

  /** Recalculates when a waiting mail is due, by the preferences as they are now. */
  async function moveMail(tenantId: number, userId: number): Promise<void> {
    const user = (await users.directory(tenantId)).byId.get(userId)
    await transact(dbOf(tenantId), async (tx) => {
      const state = await readMail(tx, tenantId, userId, true)
      if (!state?.dueAt || !user) return
      const preferences = preferencesOf((await readPreferences(tx, tenantId, [userId])).get(userId))
      const isOn = preferences.isSendEmailNotifications
      const dueAt = isOn ? mailDueAt(platform.clock.now(), preferences, zoneOf(user)) : null
      await setMail(tx, tenantId, userId, { ...state, dueAt })
      if (dueAt) await schedule(tx, tenantId, work(userId, dueAt))
      else await unschedule(tx, tenantId, mailKind, [String(userId)])
    })
  }

  return { scheduleMail, mail, moveMail }
}

export type MailService = ReturnType<typeof createMailService>
