import { taskChanged, type TaskChanged } from '@steward/contracts/event/task.event'
import { isScoped } from '../../platform/actor.ts'
import { transact, type Db, type Tx } from '../../platform/db/database.ts'
import { handle, type Event, type Subscriber } from '../../platform/events/events.ts'
import type { Platform } from '../../platform/platform.ts'
import { schedule, type DueHandler } from '../../platform/schedule/schedule.ts'
import type { Ledger } from '../ledger/index.ts'
import { actorOf, type Asked, type Notice, type Notifications, type Subject } from '../notification/index.ts'
import type { UserService } from '../user-management/index.ts'
import { taskSubject } from './task.door.ts'
import { registerTaskKinds } from './task.notice.kind.ts'
import {
  claimReminders,
  readConcerned,
  readNamed,
  readSeen,
  type ConcernedTask,
} from './task.notice.store.ts'
import { reminderAt, reminderKind, type Reminder } from './task.reminder-time.ts'

export interface NoticeNeighbours {
  users: Pick<UserService, 'directory'>
  ledger: Pick<Ledger, 'itemChanges'>
  notifications: Notifications
}

/** That a task concerns someone in some way. */
interface Concern {
  recipient: number
  kind: string
  taskId: number
}

/** Tasks that a notification names. */
const mostNamed = 50
/** Tasks of which one transaction reminds. */
const remindedAtOnce = 1000

const idsOf = ({ subjectId, payload }: Asked): number[] =>
  Array.isArray(payload['taskIds']) ? (payload['taskIds'] as number[]) : [subjectId]

/** The notices that a change of a task causes, by recipient; `previous` is the assignee before it. */
function concernsOf(
  { taskId, assigneeId, creatorId, watcherIds }: ConcernedTask,
  { kind, keys, completedIds }: TaskChanged,
  previous: number | null | undefined,
): Concern[] {
  const concerns: Concern[] = []
  const tell = (kindOf: string, ...recipients: (number | null | undefined)[]): void => {
    for (const recipient of new Set(recipients)) {
      if (recipient) concerns.push({ recipient, kind: kindOf, taskId })
    }
  }
  if (kind === 'created' || previous !== undefined) tell('task.assigned', assigneeId)
  if (previous !== undefined) {
    tell('task.reassigned', previous)
    tell('task.watched.reassigned', ...watcherIds)
  }
  if (kind === 'changed' && keys.includes('dueDate')) {
    tell('task.moved', assigneeId)
    tell('task.watched.moved', ...watcherIds.filter((id) => id !== assigneeId))
  }
  if (completedIds.includes(taskId)) {
    tell('task.completed', assigneeId, creatorId)
    tell('task.watched.completed', ...watcherIds.filter((id) => id !== assigneeId && id !== creatorId))
  }
  return concerns
}

/** Notifies people of what happens to their tasks, and reminds them of those that are due. */
export function createTaskNotices(platform: Platform, neighbours: NoticeNeighbours) {
  const { users, ledger, notifications } = neighbours
  const dbOf = (tenantId: number): Db => platform.database.tenant(tenantId)

  registerTaskKinds(notifications)
  for (const subject of ['task', 'taskDay']) {
    notifications.registerSubject(subject, async (db, actor, asked) => {
      const found = await readNamed(db, actor, [...new Set(asked.flatMap(idsOf))])
      return asked.map((one): Subject | undefined => {
        const task = idsOf(one)
          .map((id) => found.get(id))
          .find((named) => named !== undefined)
        return task && { name: task.title, level: task.level, recordId: task.recordId }
      })
    })
  }

  /** Concerns as notifications, one for each recipient and kind, about the tasks that the recipient sees. */
  async function noticesOf(
    db: Db | Tx,
    tenantId: number,
    concerns: readonly Concern[],
    noticeOf: (tasks: {
      first: number
      isSet: boolean
    }) => Pick<Notice, 'subject' | 'actor' | 'at' | 'apart'>,
  ): Promise<Notice[]> {
    const { byId } = await users.directory(tenantId)
    const notices: Notice[] = []
    for (const [recipient, ofOne] of Map.groupBy(concerns, (concern) => concern.recipient)) {
      const actor = actorOf(tenantId, byId.get(recipient))
      if (!actor) continue
      const seen = isScoped(actor)
        ? await readSeen(db, actor, [...new Set(ofOne.map(({ taskId }) => taskId))])
        : undefined
      const visible = seen ? ofOne.filter(({ taskId }) => seen.has(taskId)) : ofOne
      for (const [kind, ofKind] of Map.groupBy(visible, (concern) => concern.kind)) {
        const taskIds = ofKind.map(({ taskId }) => taskId)
        const isSet = taskIds.length > 1
        const payload = { taskIds: taskIds.slice(0, mostNamed), ...(isSet && { isSet }) }
        const about = noticeOf({ first: taskIds[0] as number, isSet })
        notices.push({ recipient, kind, payload, count: taskIds.length, ...about })
      }
    }
    return notices
  }

  /** The previous assignees of tasks that an event reassigned. */
  async function previousOf(tenantId: number, event: TaskChanged): Promise<Map<number, number | null>> {
    const previous = new Map<number, number | null>()
    if (event.kind !== 'changed' || !event.keys.includes('assigneeId')) return previous
    for (let after = 0; ;) {
      const page = await ledger.itemChanges(tenantId, event.changeSetId, taskSubject, { after, limit: 1000 })
      for (const { itemId, before } of page) {
        if (before && 'assigneeId' in before) previous.set(itemId, before['assigneeId'] as number | null)
      }
      const last = page.at(-1)
      if (!last) return previous
      after = last.itemId
    }
  }

  /** Undo tells no one again, and of a day that comes round people are reminded in the morning. */
  async function changed({ tenantId, eventId, at, payload }: Event<TaskChanged>): Promise<void> {
    if (payload.kind === 'deleted' || ['undo', 'repeat'].includes(payload.operation)) return
    const db = dbOf(tenantId)
    const [tasks, previous] = await Promise.all([
      readConcerned(db, tenantId, payload.taskIds),
      previousOf(tenantId, payload),
    ])
    const actor = payload.actor.kind === 'person' ? payload.actor.id : null
    const concerns = tasks
      .flatMap((task) => concernsOf(task, payload, previous.get(task.taskId)))
      // No one is notified of their own acts: whether they see the thousands of tasks of a playbook need not be asked.
      .filter(({ recipient }) => recipient !== actor)
    const notices = await noticesOf(db, tenantId, concerns, ({ first, isSet }) => ({
      subject: { kind: 'task', id: first },
      actor,
      at,
      ...(isSet && { apart: String(payload.changeSetId) }),
    }))
    await notifications.notifyOnce({ tenantId, eventId }, notices)
  }

  /** Reminds of some tasks of a day; false when none is left. Claim and notification are one transaction. */
  async function remindSome(tx: Tx, tenantId: number, reminder: Reminder): Promise<boolean> {
    const claimed = await claimReminders(tx, tenantId, reminder, remindedAtOnce)
    const concerns = claimed.flatMap(({ taskId, assigneeId, watcherIds }): Concern[] => [
      ...(assigneeId === null ? [] : [{ recipient: assigneeId, kind: 'task.due', taskId }]),
      ...watcherIds
        .filter((id) => id !== assigneeId)
        .map((recipient) => ({ recipient, kind: 'task.watched.due', taskId })),
    ])
    const at = platform.clock.now()
    const day = Number(reminder.day.replaceAll('-', ''))
    const notices = await noticesOf(tx, tenantId, concerns, () => ({
      subject: { kind: 'taskDay', id: day },
      actor: null,
      at,
    }))
    await notifications.notify(tx, tenantId, notices)
    return claimed.length === remindedAtOnce
  }

  /** Reminds in the morning of the assignee: who moved to another time zone since is reminded in theirs. */
  const remind: DueHandler = async (tenantId, { key, dueAt, payload }) => {
    const reminder = payload as Reminder
    const directory = await users.directory(tenantId)
    const wanted = reminderAt(reminder, directory)
    if (wanted > platform.clock.now() && wanted > dueAt) {
      await schedule(dbOf(tenantId), tenantId, { kind: reminderKind, key, dueAt: wanted, payload })
      return
    }
    for (let isMore = true; isMore;) {
      isMore = await transact(dbOf(tenantId), (tx) => remindSome(tx, tenantId, reminder))
    }
  }

  const subscriber: Subscriber = { name: 'task', handlers: [handle(taskChanged, changed)] }
  return { subscriber, due: { [reminderKind]: remind } }
}
