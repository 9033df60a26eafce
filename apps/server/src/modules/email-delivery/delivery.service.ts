import { randomUUID } from 'node:crypto'
import type { Mailbox as MailboxState, MailAddress } from '@steward/contracts/email'
import type { Actor } from '../../platform/actor.ts'
import { transact, type Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { enqueue } from '../../platform/outbox/outbox.ts'
import type { Platform } from '../../platform/platform.ts'
import { readMessage, reviveMessage } from '../email-thread/index.ts'
import type { UserService } from '../user-management/index.ts'
import { emailChannel } from './delivery.channel.ts'
import type { Mailbox } from './mailbox.port.ts'

export interface MailDelivery {
  /** By which mails go out; undefined when none is connected. */
  mailbox: Mailbox | undefined
  /** The same. Throws `conflict` when none is connected. */
  connected(): Mailbox
  /** As whom the actor writes, and whether anything can be sent. */
  readMailbox(actor: Actor): Promise<MailboxState>
  /** Sends a message after the commit. */
  queue(tx: Tx, tenantId: number, messageId: number): Promise<void>
  /** Lets a mail of the actor that failed be sent again. Throws `not_found`, `forbidden`, `conflict`. */
  retry(actor: Actor, messageId: number): Promise<{ threadId: number; messageId: number }>
}

export function createMailDelivery(
  { clock, database }: Platform,
  { users, mailbox }: { users: Pick<UserService, 'directory'>; mailbox: Mailbox | undefined },
): MailDelivery {
  function connected(): Mailbox {
    if (mailbox) return mailbox
    const message =
      "No mail server is connected, so emails can't be sent. Ask your administrator to set SMTP_URL."
    throw new AppError('conflict', 'email.not_connected', message)
  }

  /** Each call is a cause of its own. */
  function queue(tx: Tx, tenantId: number, messageId: number): Promise<void> {
    const key = `${emailChannel}:${messageId}:${randomUUID()}`
    const entry = { channel: emailChannel, lane: 'composed', key, payload: { messageId } }
    return enqueue(tx, tenantId, [entry], clock.now())
  }

  return {
    mailbox,
    connected,
    queue,

    async readMailbox(actor) {
      const author = (await users.directory(actor.tenantId)).byId.get(actor.userId)
      const address: MailAddress = { name: author?.name ?? '', address: author?.email ?? '' }
      return {
        connected: mailbox !== undefined,
        from: mailbox?.sender(address) ?? null,
        replyTo: address.address,
      }
    },

    async retry(actor, messageId) {
      const db = database.tenant(actor.tenantId)
      const message = await readMessage(db, actor, messageId)
      if (message.authorId !== actor.userId) {
        throw new AppError('forbidden', 'email.not_yours', 'Only the author of an email can send it again.')
      }
      connected()
      await transact(db, async (tx) => {
        if (!(await reviveMessage(tx, actor.tenantId, messageId))) {
          throw new AppError('conflict', 'email.not_failed', 'Only a failed email can be sent again.')
        }
        await queue(tx, actor.tenantId, messageId)
      })
      return { threadId: message.threadId, messageId }
    },
  }
}
