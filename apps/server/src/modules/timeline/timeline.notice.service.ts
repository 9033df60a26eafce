import { roleIds } from '@steward/contracts/plain/permission'
import {
  loggedKinds,
  timelineCommented,
  timelineLogged,
  timelineMentioned,
  type TimelineCommented,
  type TimelineLogged,
  type TimelineMentioned,
} from '@steward/contracts/event/timeline.event'
import { documentOf, isRichText, type RichNode } from '@steward/rich-text'
import type { ItemKind } from '@steward/contracts/timeline'
import { userOf, type Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { publish } from '../../platform/events/events.ts'
import type { UserService } from '../user-management/index.ts'
import { isActor, type System } from './timeline.door.ts'
import { readableSql } from './timeline.policy.ts'
import { findReaders, markUnread, type Concerned } from './timeline.mark.store.ts'

function collect({ type, attrs, content = [] }: RichNode, found: Set<number>): void {
  if (type === 'mention' && attrs?.['kind'] === 'user') found.add(Number(attrs['id']))
  for (const part of content) collect(part, found)
}

/** The ids of the users that a stored text mentions. */
export function mentionedUsers(stored: string | null): number[] {
  const found = new Set<number>()
  if (stored !== null && isRichText(stored)) collect(documentOf(stored), found)
  return [...found]
}

/** A text that was written, and what was there before. */
export interface WrittenText {
  itemId: number
  commentId: number | null
  body: string | null
  before: string | null
}

/** Tells users of what concerns them, as far as they may read it. */
export function createNotices(users: Pick<UserService, 'directory'>) {
  /** Those of the asked who work here, may read the item, and are not who does it. */
  async function readers(tx: Tx, by: Actor, asked: readonly Concerned[]): Promise<Concerned[]> {
    const { byId } = await users.directory(by.tenantId)
    const known = asked.filter(({ userId }) => {
      const user = byId.get(userId)
      return userId !== by.userId && user?.kind === 'person' && user.status !== 'DEACTIVATED'
    })
    return findReaders(tx, by.tenantId, known, (userId) => {
      const roleId = byId.get(userId)?.roleId ?? roleIds.normalUser
      return readableSql({ tenantId: by.tenantId, userId, roleId, sessionId: null }, 'i')
    })
  }

  /** Refuses mentions of users who can't read the text. Throws `invalid_input`. */
  async function refuseUnseen(by: Actor, named: readonly Concerned[], told: readonly Concerned[]) {
    const { byId } = await users.directory(by.tenantId)
    const able = new Set(told.map(({ userId }) => userId))
    const unable = named.find(({ userId }) => {
      const user = byId.get(userId)
      return (
        userId !== by.userId && !able.has(userId) && user?.kind === 'person' && user.status !== 'DEACTIVATED'
      )
    })
    if (!unable) return
    const name = byId.get(unable.userId)?.name
    throw new AppError('invalid_input', 'mention.unseen', `${name} can't see this. Remove the mention.`)
  }

  return {
    /** Who is named for the first time is notified of it. */
    async mentioned(tx: Tx, by: Actor, texts: readonly WrittenText[], at: Date): Promise<void> {
      const named = texts.flatMap(({ itemId, commentId, body, before }) => {
        const already = new Set(mentionedUsers(before))
        return mentionedUsers(body)
          .filter((userId) => !already.has(userId))
          .map((userId) => ({ itemId, commentId, userId }))
      })
      if (named.length === 0) return
      const told = await readers(tx, by, named)
      await refuseUnseen(by, named, told)
      await markUnread(tx, by.tenantId, told, true, at)
      for (const [itemId, ofItem] of Map.groupBy(told, (one) => one.itemId)) {
        const event: TimelineMentioned = {
          itemId,
          commentId: named.find((one) => one.itemId === itemId)?.commentId ?? null,
          userIds: ofItem.map(({ userId }) => userId),
          by: by.userId,
        }
        await publish(tx, by.tenantId, timelineMentioned, event)
      }
    },

    /** Who wrote to the item before is notified of a comment. */
    async commented(
      tx: Tx,
      by: Actor,
      { itemId, commentId }: { itemId: number; commentId: number },
      userIds: readonly number[],
      at: Date,
    ): Promise<void> {
      const told = await readers(
        tx,
        by,
        userIds.map((userId) => ({ itemId, userId })),
      )
      if (told.length === 0) return
      await markUnread(tx, by.tenantId, told, false, at)
      const event: TimelineCommented = {
        itemId,
        commentId,
        userIds: told.map(({ userId }) => userId),
        by: by.userId,
      }
      await publish(tx, by.tenantId, timelineCommented, event)
    },
  }
}

export type TimelineNotices = ReturnType<typeof createNotices>

type Logged = TimelineLogged['items'][number]

const logged: ReadonlySet<ItemKind> = new Set(loggedKinds)

/** Publishes what was done to items, of the kinds that people log. */
export async function announceLogged(
  tx: Tx,
  who: Actor | System,
  act: TimelineLogged['act'],
  items: readonly { itemId: number; kind: ItemKind; version: number }[],
): Promise<void> {
  const told = items.filter((item): item is Logged => logged.has(item.kind))
  if (told.length === 0) return
  const by = isActor(who) ? userOf(who) : null
  await publish(tx, who.tenantId, timelineLogged, { act, items: told, by })
}
