import { bulkFinished, bulkUndone, type BulkEnded } from '@steward/contracts/event/bulk.event'
import { emailImported, type EmailImported } from '@steward/contracts/event/email.event'
import { exportFinished } from '@steward/contracts/event/export.event'
import { timelineCommented, timelineMentioned } from '@steward/contracts/event/timeline.event'
import { userChanged } from '@steward/contracts/event/user.event'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { handle, type Event, type EventHandler } from '../../platform/events/events.ts'
import type { Platform } from '../../platform/platform.ts'
import type { TimelineService } from '../timeline/index.ts'
import type { UserService } from '../user-management/index.ts'
import { findOwners } from './concern.read-model.ts'
import { actorOf } from './notification.reading.ts'
import { createNotifyOnce, type Writing } from './notification.writing.ts'

export interface OtherEventNeighbours {
  users: Pick<UserService, 'directory'>
  timeline: Pick<TimelineService, 'places'>
}

/** Turns mentions, comments, e-mails and the ends of jobs into notifications. */
export function createOtherEvents(
  platform: Platform,
  { users, timeline }: OtherEventNeighbours,
  writing: Writing,
  dropUnseeable: (tenantId: number, userIds: readonly number[]) => Promise<void>,
): EventHandler[] {
  const dbOf = (tenantId: number): Db => platform.database.tenant(tenantId)
  const notifyOnce = createNotifyOnce(platform, writing)

  const aboutItem =
    (kind: string) =>
    (event: Event<{ itemId: number; userIds: number[]; by: number }>): Promise<void> => {
      const { itemId, userIds, by } = event.payload
      return notifyOnce(
        event,
        userIds.map((recipient) => ({
          recipient,
          kind,
          subject: { kind: 'item', id: itemId },
          actor: by,
          at: event.at,
        })),
      )
    }

  /** Owners of the records of an e-mail who may read it. */
  async function readersOf(tenantId: number, { itemId, recordIds }: EmailImported): Promise<number[]> {
    const directory = await users.directory(tenantId)
    const readers: number[] = []
    for (const userId of await findOwners(dbOf(tenantId), tenantId, recordIds)) {
      const actor: Actor | undefined = actorOf(tenantId, directory.byId.get(userId))
      if (actor && (await timeline.places(actor, [itemId])).has(itemId)) readers.push(userId)
    }
    return readers
  }

  const imported = async (event: Event<EmailImported>): Promise<void> => {
    const { itemId, by } = event.payload
    const readers = await readersOf(event.tenantId, event.payload)
    await notifyOnce(
      event,
      readers.map((recipient) => ({
        recipient,
        kind: 'email.imported',
        subject: { kind: 'item', id: itemId },
        actor: by,
        at: event.at,
      })),
    )
  }

  const jobEnded =
    (kind: string) =>
    async (event: Event<BulkEnded>): Promise<void> => {
      const { jobId, job } = event.payload
      if (!job) return
      const { userId, ...payload } = job
      await notifyOnce(event, [
        {
          recipient: userId,
          kind,
          subject: { kind: 'job', id: jobId },
          payload,
          actor: userId,
          isResult: true,
          at: event.at,
        },
      ])
    }

  return [
    handle(timelineMentioned, aboutItem('timeline.mentioned')),
    handle(timelineCommented, aboutItem('timeline.commented')),
    handle(emailImported, imported),
    handle(bulkFinished, jobEnded('job.finished')),
    handle(bulkUndone, jobEnded('job.undone')),
    handle(exportFinished, async (event) => {
      const { exportId, userId, ...payload } = event.payload
      await notifyOnce(event, [
        {
          recipient: userId,
          kind: 'export.finished',
          subject: { kind: 'export', id: exportId },
          payload,
          actor: userId,
          isResult: true,
          at: event.at,
        },
      ])
    }),
    // The new role may see less.
    handle(userChanged, ({ tenantId, payload }) => dropUnseeable(tenantId, [payload.userId])),
  ]
}
