import { afterCommit, transact, type Tx } from '../../platform/db/database.ts'
import type { Event } from '../../platform/events/events.ts'
import type { Platform } from '../../platform/platform.ts'
import type { ChangeFeed } from '../change-feed/index.ts'
import type { UserDirectory, UserService } from '../user-management/index.ts'
import type { NotificationKind, Payload } from './notification.kind.ts'
import type { Registry } from './notification.registry.ts'
import { beginEvents, writeNotifications, type NewNotification } from './notification.store.ts'
import { preferencesOf, wants } from './preference.rules.ts'
import { readPreferences } from './preference.store.ts'
import type { MailService } from './mail.service.ts'

/** One thing to notify a user of. */
export interface Notice {
  recipient: number
  kind: string
  subject: { kind: string; id: number }
  /** Distinguishes it from others of the same kind and subject. */
  apart?: string
  payload?: Payload
  /** How many events, or records of one operation, it stands for; 1 unless told. */
  count?: number
  /** The user who did it; null where none did. */
  actor: number | null
  /** The result of what the recipient asked for: it is reported although it is their own. */
  isResult?: boolean
  at: Date
}

export interface WritingNeighbours {
  users: Pick<UserService, 'directory'>
  changeFeed: Pick<ChangeFeed, 'tellUsers'>
}

/** Whether a user can be notified: services, and who no longer works here, can't. */
function isReachable({ byId }: UserDirectory, userId: number): boolean {
  const user = byId.get(userId)
  return user?.kind === 'person' && user.status !== 'DEACTIVATED'
}

function rowOf(notice: Notice, kind: NotificationKind): NewNotification {
  const { recipient, subject, apart = '', payload = {}, count = 1, actor, at } = notice
  const foldKey = `${kind.name}:${subject.kind}:${subject.id}:${apart}`
  return {
    recipient,
    category: kind.category,
    kind: kind.name,
    subjectKind: subject.kind,
    subjectId: subject.id,
    foldKey,
    payload,
    count,
    actor,
    at,
  }
}

/** Adds up what has the same recipient and key; the later one says what is shown. */
function folded(rows: readonly NewNotification[]): NewNotification[] {
  const byKey = new Map<string, NewNotification>()
  for (const row of rows) {
    const key = `${row.recipient}:${row.foldKey}`
    const known = byKey.get(key)
    byKey.set(key, known ? { ...row, count: known.count + row.count } : row)
  }
  return [...byKey.values()]
}

/** Writes notifications, for those who can get them, want them, and did not do it themselves. */
export function createWriting(
  { users, changeFeed }: WritingNeighbours,
  registry: Registry,
  { scheduleMail }: Pick<MailService, 'scheduleMail'>,
) {
  return {
    /** Notifies users in the transaction of the caller, who has made sure that they may see the subject. */
    async notify(tx: Tx, tenantId: number, notices: readonly Notice[]): Promise<void> {
      if (notices.length === 0) return
      const directory = await users.directory(tenantId)
      const reachable = notices.filter(
        ({ recipient, actor, isResult }) =>
          (isResult === true || recipient !== actor) && isReachable(directory, recipient),
      )
      const recipients = [...new Set(reachable.map(({ recipient }) => recipient))]
      const stored = await readPreferences(tx, tenantId, recipients)
      const rows = reachable.flatMap((notice) => {
        const kind = registry.kindOf(notice.kind)
        if (!kind) throw new Error(`No kind of notification is named ${notice.kind}`)
        return wants(preferencesOf(stored.get(notice.recipient)), kind) ? [rowOf(notice, kind)] : []
      })
      const written = folded(rows)
      await writeNotifications(tx, tenantId, written)
      const told = [...new Set(written.map(({ recipient }) => recipient))]
      if (told.length === 0) return
      await scheduleMail(tx, tenantId, told, stored)
      afterCommit(tx, () => void changeFeed.tellUsers(tenantId, told))
    },
  }
}

export type Writing = ReturnType<typeof createWriting>

/** Notifies of an event in a transaction of its own, and only once, however often the event is delivered. */
export type NotifyOnce = (
  event: Pick<Event, 'tenantId' | 'eventId'>,
  notices: readonly Notice[],
) => Promise<void>

export function createNotifyOnce({ database, clock }: Platform, writing: Writing): NotifyOnce {
  return async ({ tenantId, eventId }, notices) => {
    if (notices.length === 0) return
    await transact(database.tenant(tenantId), async (tx) => {
      const fresh = await beginEvents(tx, tenantId, [eventId], clock.now())
      if (fresh.size > 0) await writing.notify(tx, tenantId, notices)
    })
  }
}
