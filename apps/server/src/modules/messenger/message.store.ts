import type { Message } from '@steward/contracts/messenger'
import type pg from 'pg'
import { query, type Db, type Tx } from '../../platform/db/database.ts'

type State = Message['state']

export interface NewMessage {
  channel: 'email' | 'sms'
  template: string
  recipient: string
  subject: string | null
  /** Encrypted. */
  body: string
  state: State
  createdAt: Date
}

/** A message as the table holds it. */
export type MessageRow = Omit<Message, 'createdAt' | 'sentAt'> & { createdAt: Date; sentAt: Date | null }

/** With what it says: encrypted; null when it was erased. */
export type SealedMessage = MessageRow & { body: string | null }

const columns = `message_id "messageId", channel, template, recipient, subject, state, attempts, failure,
  created_at "createdAt", sent_at "sentAt"`

/** Adds a message and returns its id. */
export async function insertMessage(db: Db | Tx, tenantId: number, message: NewMessage): Promise<number> {
  const rows = await query<{ messageId: number }>(
    db,
    `/*message.insert*/
    insert into message (tenant_id, channel, template, recipient, subject, body, state, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8) returning message_id "messageId"`,
    [
      tenantId,
      message.channel,
      message.template,
      message.recipient,
      message.subject,
      message.body,
      message.state,
      message.createdAt,
    ],
  )
  return rows[0]?.messageId as number
}

export async function findMessage(
  db: Db | Tx,
  tenantId: number,
  messageId: number,
): Promise<SealedMessage | undefined> {
  const rows = await query<SealedMessage>(
    db,
    `/*message.find*/ select ${columns}, body from message where tenant_id = $1 and message_id = $2`,
    [tenantId, messageId],
  )
  return rows[0]
}

export interface MessageFilter {
  state?: State | undefined
  channel?: 'email' | 'sms' | undefined
  /** Part of the recipient or the subject. */
  query?: string | undefined
  /** Only messages older than this one. */
  before?: number | undefined
  limit: number
}

function partPattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}

/** Messages, newest first. */
export function listMessages(db: Db, tenantId: number, filter: MessageFilter): Promise<MessageRow[]> {
  const part = filter.query ? partPattern(filter.query) : null
  return query<MessageRow>(
    db,
    `select ${columns} from message
    where tenant_id = $1 and ($2::bigint is null or message_id < $2) and ($3::text is null or state = $3)
      and ($4::text is null or channel = $4) and ($5::text is null or recipient ilike $5 or subject ilike $5)
    order by message_id desc limit $6`,
    [tenantId, filter.before ?? null, filter.state ?? null, filter.channel ?? null, part, filter.limit],
  )
}

/** Counts an attempt to send a message that waits, and gives the message; undefined when none waits. */
export async function beginAttempt(
  db: Db,
  tenantId: number,
  messageId: number,
): Promise<SealedMessage | undefined> {
  const rows = await query<SealedMessage>(
    db,
    `/*message.attempt*/
    update message set attempts = attempts + 1
    where tenant_id = $1 and message_id = $2 and state = 'waiting' returning ${columns}, body`,
    [tenantId, messageId],
  )
  return rows[0]
}

/** Notes that a message was sent, and erases what it said. */
export async function markSent(db: Db, tenantId: number, messageId: number, at: Date): Promise<void> {
  await query(
    db,
    `/*message.sent*/
    update message set state = 'sent', sent_at = $3, body = null, failure = null
    where tenant_id = $1 and message_id = $2`,
    [tenantId, messageId, at],
  )
}

/** Notes why a message was not sent, and whether it waits for another attempt. */
export async function markUnsent(
  db: Db,
  tenantId: number,
  messageId: number,
  outcome: { state: 'waiting' | 'kept' | 'failed'; failure: string | null },
): Promise<void> {
  await query(
    db,
    `/*message.unsent*/
    update message set state = $3, failure = $4
    where tenant_id = $1 and message_id = $2 and state = 'waiting'`,
    [tenantId, messageId, outcome.state, outcome.failure],
  )
}

/** Lets a message that failed wait again, with all its attempts; false when it is none, or was erased. */
export async function reviveMessage(tx: Tx, tenantId: number, messageId: number): Promise<boolean> {
  const rows = await query(
    tx,
    `/*message.revive*/
    update message set state = 'waiting', attempts = 0
    where tenant_id = $1 and message_id = $2 and state = 'failed' and body is not null returning message_id`,
    [tenantId, messageId],
  )
  return rows.length > 0
}

/**
 * Erases what messages of every tenant said that were made before a time, and abandons those whose
 * last attempt ended without an answer.
 */
export async function tidyMessages(pool: pg.Pool, before: Date, mostAttempts: number): Promise<void> {
  await pool.query('select tidy_messages($1, $2)', [before, mostAttempts])
}
