import type { MailAddress } from '@steward/contracts/email'
import type { Actor } from '../../platform/actor.ts'
import { query, type Db, type Tx } from '../../platform/db/database.ts'
import { readableSql } from './thread.policy.ts'

export interface MessageRow {
  messageId: number
  threadId: number
  itemId: number | null
  state: number
  failure: string | null
  attempts: number
  authorId: number | null
  headerId: string
  inReplyTo: string | null
  references: string[]
  subject: string
  occurredAt: Date
  body: string
  signatureAt: number
  quoteAt: number
  html: string | null
  people: (MailAddress & { role: number })[]
  fileIds: number[]
}

const columns = (
  tenantId: number,
): string => `m.message_id "messageId", m.thread_id "threadId", m.item_id "itemId",
  m.state, m.failure, m.attempts, m.author_id "authorId", m.header_id "headerId", m.in_reply_to "inReplyTo",
  m.reference_ids "references", m.subject, m.occurred_at "occurredAt", m.body, m.signature_at "signatureAt",
  m.quote_at "quoteAt", m.html,
  (select coalesce(json_agg(json_build_object('role', a.role, 'name', a.name, 'address', a.address)
     order by a.role, a.position), '[]')
   from email_address a where a.tenant_id = ${tenantId} and a.message_id = m.message_id) people,
  array(select f.file_id from email_file f
   where f.tenant_id = ${tenantId} and f.message_id = m.message_id order by f.position) "fileIds"`

/** The messages of a thread in their order. */
export function listMessages(db: Db | Tx, tenantId: number, threadId: number): Promise<MessageRow[]> {
  return query<MessageRow>(
    db,
    `/*email.message.list*/
    select ${columns(tenantId)} from email_message m where m.tenant_id = $1 and m.thread_id = $2
    order by m.occurred_at, m.message_id`,
    [tenantId, threadId],
  )
}

/** A message that the actor may read. */
export async function findMessage(
  db: Db | Tx,
  actor: Actor,
  messageId: number,
): Promise<MessageRow | undefined> {
  const rows = await query<MessageRow>(
    db,
    `select ${columns(actor.tenantId)} from email_message m
     join email_thread t on t.tenant_id = $1 and t.thread_id = m.thread_id
     where m.tenant_id = $1 and m.message_id = $2 and ${readableSql(actor, 't')}`,
    [actor.tenantId, messageId],
  )
  return rows[0]
}

/** A message that is to be sent, by whomever. */
export async function findSending(
  db: Db,
  tenantId: number,
  messageId: number,
): Promise<MessageRow | undefined> {
  const rows = await query<MessageRow>(
    db,
    `/*email.message.sending*/
    select ${columns(tenantId)} from email_message m where m.tenant_id = $1 and m.message_id = $2`,
    [tenantId, messageId],
  )
  return rows[0]
}

/** The HTML of a message and the files that it may show as pictures. */
export async function findHtml(
  db: Db,
  tenantId: number,
  messageId: number,
): Promise<{ html: string | null; pictures: { fileId: number; contentId: string }[] } | undefined> {
  const rows = await query<{ html: string | null; pictures: { fileId: number; contentId: string }[] }>(
    db,
    `/*email.message.html*/
    select m.html, (select coalesce(json_agg(json_build_object('fileId', f.file_id, 'contentId', f.content_id)), '[]')
      from email_file f where f.tenant_id = $1 and f.message_id = m.message_id and f.content_id is not null) pictures
    from email_message m where m.tenant_id = $1 and m.message_id = $2`,
    [tenantId, messageId],
  )
  return rows[0]
}
