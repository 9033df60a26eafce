import { userOf, type Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { invalid } from '../../platform/errors.ts'
import { actorOf, type Notifications } from '../notification/index.ts'
import type { Tasks } from '../task/index.ts'
import { mentionedUsers } from '../timeline/index.ts'
import type { UserService } from '../user-management/index.ts'

export interface NoticeNeighbours {
  users: Pick<UserService, 'directory'>
  notifications: Notifications
  tasks: Pick<Tasks, 'peopleOf' | 'isSeenBy'>
}

/** A comment that was written, and what was there before. */
interface Written {
  taskId: number
  body: string
  before: string | null
  at: Date
}

/** Notifies people of comments, as far as they may see the task. */
export function createCommentNotices({ users, notifications, tasks }: NoticeNeighbours) {
  notifications.registerKind({
    name: 'task.mentioned',
    category: 'task',
    preference: null,
    text: ({ by, name }) => `${by} mentioned you on "${name}"`,
  })
  notifications.registerKind({
    name: 'task.commented',
    category: 'task',
    preference: null,
    text: ({ by, name, count }) =>
      count > 1 ? `${by} wrote ${count} comments on "${name}"` : `${by} commented on "${name}"`,
  })

  /** Those of some users who work here and see the task. */
  async function readers(tx: Tx, by: Actor, taskId: number, userIds: readonly number[]): Promise<number[]> {
    const { byId } = await users.directory(by.tenantId)
    const able: number[] = []
    for (const userId of new Set(userIds)) {
      const actor = actorOf(by.tenantId, byId.get(userId))
      if (actor && (await tasks.isSeenBy(tx, actor, taskId))) able.push(userId)
    }
    return able
  }

  async function notify(tx: Tx, by: Actor, kind: string, { taskId, at }: Written, to: readonly number[]) {
    await notifications.notify(
      tx,
      by.tenantId,
      to.map((recipient) => ({
        recipient,
        kind,
        subject: { kind: 'task', id: taskId },
        actor: userOf(by),
        at,
      })),
    )
  }

  /** Notifies who is named for the first time; answers them. Throws `invalid_input` for those who can't see the task. */
  async function mentioned(tx: Tx, by: Actor, written: Written): Promise<number[]> {
    const { taskId, body, before } = written
    const already = new Set(mentionedUsers(before))
    const named = mentionedUsers(body).filter((userId) => !already.has(userId))
    const able = await readers(tx, by, taskId, named)
    const { byId } = await users.directory(by.tenantId)
    const unable = named.find((userId) => !able.includes(userId) && actorOf(by.tenantId, byId.get(userId)))
    if (unable !== undefined) {
      const name = byId.get(unable)?.name
      throw invalid('mention.unseen', { body: `${name} can't see this task. Remove the mention.` })
    }
    await notify(tx, by, 'task.mentioned', written, able)
    return able
  }

  return {
    mentioned,
    /** Notifies those who are named, and those who work on the task, watch it, or commented before. */
    async commented(tx: Tx, by: Actor, written: Written, writers: readonly number[]): Promise<void> {
      const named = await mentioned(tx, by, written)
      const concerned = [...(await tasks.peopleOf(tx, by.tenantId, written.taskId)), ...writers]
      const others = concerned.filter((userId) => !named.includes(userId))
      await notify(tx, by, 'task.commented', written, await readers(tx, by, written.taskId, others))
    },
  }
}

export type CommentNotices = ReturnType<typeof createCommentNotices>
