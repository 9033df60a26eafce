import { z } from 'zod'
import type { Task } from '../../platform/jobs/jobs.ts'
import type { AttemptResult, Transport } from '../../platform/outbox/outbox.ts'
import type { Platform } from '../../platform/platform.ts'
import type { FileService } from '../file/index.ts'
import { MailRefused } from '../messenger/index.ts'
import type { UserService } from '../user-management/index.ts'
import {
  beginAttempt,
  giveUpMessages,
  markSent,
  markUnsent,
  type DueMessage,
  findSending,
  type MessageRow,
  peopleOf,
} from '../email-thread/index.ts'
import type { Mailbox, OutgoingMail } from './mailbox.port.ts'

export const emailChannel = 'email'

const payloadSchema = z.object({ messageId: z.int() })

const minute = 60_000
/** Milliseconds after each attempt that failed. */
const pauses = [0.2, 1, 5, 15, 30, 60, 120, 240, 480].map((minutes) => minutes * minute)
const mostAttempts = pauses.length + 1
const longestFailure = 1000

interface DeliveryParts {
  users: Pick<UserService, 'directory'>
  files: FileService
  mailbox: Mailbox | undefined
}

/** Sends mails. One goes out at least once, with the same Message-ID at every attempt. */
export function createEmailChannel(platform: Platform, { users, files, mailbox }: DeliveryParts): Transport {
  async function outgoing(tenantId: number, message: MessageRow, box: Mailbox): Promise<OutgoingMail> {
    const { from, to, cc, bcc } = peopleOf(message)
    const author = from[0] ?? { name: '', address: '' }
    const opened = await Promise.all(message.fileIds.map((fileId) => files.open(tenantId, fileId)))
    return {
      from: box.sender(author),
      replyTo: author,
      to,
      cc,
      bcc,
      subject: message.subject,
      text: message.body,
      html: message.html ?? '',
      headerId: message.headerId,
      inReplyTo: message.inReplyTo,
      references: message.references,
      files: opened.map(({ name, mediaType, stream }) => ({ name, mediaType, stream })),
    }
  }

  async function attempt(tenantId: number, due: DueMessage, box: Mailbox): Promise<AttemptResult> {
    const db = platform.database.tenant(tenantId)
    let left: readonly string[] = []
    try {
      const message = await findSending(db, tenantId, due.messageId)
      if (message) left = await box.send(await outgoing(tenantId, message, box))
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error)
      const isPermanent = error instanceof MailRefused && error.permanent
      const isLast = isPermanent || due.attempts >= mostAttempts
      await markUnsent(db, tenantId, due.messageId, { failure, isLast })
      return { outcome: 'failed', failure, isFinal: isLast }
    }
    const failure = left.length === 0 ? null : left.join(' · ').slice(0, longestFailure)
    await markSent(db, tenantId, due.messageId, { at: platform.clock.now(), failure })
    return { outcome: 'delivered' }
  }

  return {
    // A connection, a greeting and each answer have time limits of their own.
    deadline: 120,
    mostAtOnce: 4,
    pauseAfter: (attempts) => pauses[attempts - 1],
    async send({ tenantId, payload }) {
      const { messageId } = payloadSchema.parse(payload)
      const db = platform.database.tenant(tenantId)
      const due = await beginAttempt(db, tenantId, messageId)
      // It was sent by an attempt of which the end was lost.
      if (!due) return { outcome: 'delivered' }
      const author = (await users.directory(tenantId)).byId.get(due.authorId)
      if (author?.status !== 'DEACTIVATED' && mailbox) return attempt(tenantId, due, mailbox)
      const failure = mailbox ? 'Its author was deactivated.' : 'No mail server is connected.'
      await markUnsent(db, tenantId, messageId, { failure, isLast: true })
      return { outcome: 'failed', failure, isFinal: true }
    },
  }
}

/** Ends, once a day, mails whose last attempt ended without an answer. */
export function createTidyJobs({ database }: Platform) {
  const tidy: Task = () => giveUpMessages(database.anonymous, mostAttempts)
  return { tasks: { 'email:tidy': tidy }, schedules: ['47 3 * * * email:tidy'] }
}
