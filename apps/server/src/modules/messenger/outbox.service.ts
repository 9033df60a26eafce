import type { Message } from '@steward/contracts/messenger'
import type { Actor } from '../../platform/actor.ts'
import { transact } from '../../platform/db/database.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AuditService } from '../audit/index.ts'
import { openBody } from './message.body.ts'
import { queueMessage } from './message.channel.ts'
import {
  findMessage,
  listMessages,
  reviveMessage,
  type MessageFilter,
  type MessageRow,
} from './message.store.ts'
import type { Transports } from './message.transport.ts'

export interface MessengerNeighbours {
  audit: AuditService
}

export type Outbox = ReturnType<typeof createOutboxService>

function present({ createdAt, sentAt, ...message }: MessageRow): Message {
  return { ...message, createdAt: createdAt.toISOString(), sentAt: sentAt?.toISOString() ?? null }
}

function subjectOf({ messageId, recipient }: MessageRow) {
  return { kind: 'message', id: messageId, name: recipient }
}

/** Anyone who has got hold of a token must not be able to sign in by a code that others are sent. */
function requirePerson({ sessionId }: Actor): void {
  if (sessionId !== null) return
  throw new AppError('forbidden', 'session.needed', "API tokens can't do this. Log in to do it.")
}

/** Looking at messages, and sending one again. */
export function createOutboxService(
  platform: Platform,
  transports: Transports,
  { audit }: MessengerNeighbours,
) {
  async function find(
    { tenantId }: Actor,
    messageId: number,
  ): Promise<{ row: MessageRow; sealed: string | null }> {
    const found = await findMessage(platform.database.tenant(tenantId), tenantId, messageId)
    if (!found) throw notFound('message.unknown', 'This message does not exist.')
    const { body, ...row } = found
    return { row, sealed: body }
  }

  function bodyOf(sealed: string | null): { text: string | null; html: string | null } {
    if (sealed === null) return { text: null, html: null }
    try {
      return openBody(platform.secrets, sealed)
    } catch {
      const message = 'The encryption key of this message is missing. Add it to SECRET_KEY again.'
      throw new AppError('conflict', 'message.unreadable', message)
    }
  }

  return {
    /** A page of messages, newest first, and where messages go. */
    async page({ tenantId }: Actor, query: Omit<MessageFilter, 'limit'> & { pageSize: number }) {
      const { pageSize, ...filter } = query
      const db = platform.database.tenant(tenantId)
      const rows = await listMessages(db, tenantId, { ...filter, limit: pageSize + 1 })
      const data = rows.slice(0, pageSize).map(present)
      return {
        data,
        next: rows.length > pageSize ? (data.at(-1)?.messageId ?? null) : null,
        email: transports.email ? ('smtp' as const) : ('outbox' as const),
        sms: transports.sms ? ('provider' as const) : ('outbox' as const),
      }
    },

    /**
     * A message with what it says, which is null once it was erased. That it was read is written down.
     * Errors: forbidden to tokens, conflict `message.unreadable`.
     */
    async read(actor: Actor, messageId: number) {
      requirePerson(actor)
      const { row, sealed } = await find(actor, messageId)
      const { tenantId } = actor
      await audit.write(platform.database.tenant(tenantId), tenantId, {
        action: 'message.read',
        summary: `Read a message to ${row.recipient}`,
        actor,
        subject: subjectOf(row),
        details: { template: row.template },
      })
      return { ...present(row), ...bodyOf(sealed) }
    },

    /** Lets a message that failed be sent again. Errors: conflict `message.not_failed`, `message.erased`. */
    async retry(actor: Actor, messageId: number): Promise<Message> {
      const { row, sealed } = await find(actor, messageId)
      const { tenantId } = actor
      await transact(platform.database.tenant(tenantId), async (tx) => {
        if (!(await reviveMessage(tx, tenantId, messageId))) throw refusalOf(row, sealed)
        await queueMessage(tx, tenantId, row, platform.clock.now())
        await audit.write(tx, tenantId, {
          action: 'message.retried',
          summary: `Sent a message to ${row.recipient} again`,
          actor,
          subject: subjectOf(row),
          details: { template: row.template },
        })
      })
      return present((await find(actor, messageId)).row)
    },
  }
}

function refusalOf(row: MessageRow, sealed: string | null): AppError {
  if (row.state === 'failed' && sealed === null) {
    const message = 'The content of this message was deleted after 30 days. Start the action again.'
    return new AppError('conflict', 'message.erased', message)
  }
  return new AppError('conflict', 'message.not_failed', 'Only a failed message can be sent again.')
}
