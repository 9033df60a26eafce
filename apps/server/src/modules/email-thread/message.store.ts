import type { MailAddress, MailState } from '@steward/contracts/email'
import type { Actor } from '../../platform/actor.ts'
import { query, type Db, type Tx } from '../../platform/db/database.ts'
import { readableSql } from './thread.policy.ts'
import { addressRoles, stateNumber, type AddressRole } from './thread.numbers.ts'

export interface NewMessage {
  threadId: number
  state: MailState
  authorId: number | null
  importerId: number | null
  sourceFileId: number | null
  occurredAt: Date
  createdAt: Date
  headerId: string
  inReplyTo: string | null
  references: readonly string[]
  subject: string
  body: string
  signatureAt: number
  quoteAt: number
  html: string | null
  people: Readonly<Record<AddressRole, readonly MailAddress[]>>
  files: readonly { fileId: number; contentId: string | null }[]
}

/** Writes a message with its addresses, files and references. */
export async function insertMessage(tx: Tx, tenantId: number, message: NewMessage): Promise<number> {
  const rows = await query<{ message_id: number }>(
    tx,
    `/*email.message.insert*/
    insert into email_message (tenant_id, thread_id, state, author_id, importer_id, source_file_id, occurred_at,
      created_at, header_id, in_reply_to, reference_ids, subject, body, signature_at, quote_at, html)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
    returning message_id`,
    [
      tenantId,
      message.threadId,
      stateNumber(message.state),
      message.authorId,
      message.importerId,
      message.sourceFileId,
      message.occurredAt,
      message.createdAt,
      message.headerId,
      message.inReplyTo,
      message.references,
      message.subject,
      message.body,
      message.signatureAt,
      message.quoteAt,
      message.html,
    ],
  )
  const messageId = rows[0]?.message_id as number
  await insertAddresses(tx, tenantId, messageId, message.people)
  await insertFiles(tx, tenantId, messageId, message.files)
  const ids = [message.headerId, ...(message.inReplyTo ? [message.inReplyTo] : []), ...message.references]
  await query(
    tx,
    `/*email.reference.insert*/
    insert into email_reference (tenant_id, header_id, thread_id)
    select $1, id, $2 from unnest($3::text[]) id on conflict do nothing`,
    [tenantId, message.threadId, [...new Set(ids)]],
  )
  return messageId
}

async function insertAddresses(
  tx: Tx,
  tenantId: number,
  messageId: number,
  people: NewMessage['people'],
): Promise<void> {
  const rows = addressRoles.flatMap((role, number) =>
    people[role].map((one, position) => ({ role: number, position, ...one })),
  )
  await query(
    tx,
    `/*email.address.insert*/
    insert into email_address (tenant_id, message_id, role, position, name, address)
    select $1, $2, x.* from jsonb_to_recordset($3::jsonb)
      as x(role smallint, position smallint, name text, address text)`,
    [tenantId, messageId, JSON.stringify(rows)],
  )
}

async function insertFiles(
  tx: Tx,
  tenantId: number,
  messageId: number,
  files: NewMessage['files'],
): Promise<void> {
  if (files.length === 0) return
  await query(
    tx,
    `/*email.file.insert*/
    insert into email_file (tenant_id, message_id, position, file_id, content_id)
    select $1, $2, n, f, c from unnest($3::int[], $4::text[]) with ordinality as x(f, c, n)`,
    [tenantId, messageId, files.map(({ fileId }) => fileId), files.map(({ contentId }) => contentId)],
  )
}

export async function setItem(tx: Tx, tenantId: number, messageId: number, itemId: number): Promise<void> {
  await query(
    tx,
    '/*email.message.item*/ update email_message set item_id = $3 where tenant_id = $1 and message_id = $2',
    [tenantId, messageId, itemId],
  )
}

/** The class of the advisory locks under which the mails of one Message-ID are kept. */
const lockClass = 7394

/** Lets no one else keep a mail of this Message-ID until the transaction ends. */
export async function lockHeader(tx: Tx, tenantId: number, headerId: string): Promise<void> {
  await query(tx, '/*email.message.lock_header*/ select pg_advisory_xact_lock($1, hashtext($2))', [
    lockClass,
    `${tenantId} ${headerId}`,
  ])
}

/** The message of a Message-ID that the actor may read, and its thread; what others have is as if it weren't there. */
export async function findByHeader(
  db: Db | Tx,
  actor: Actor,
  headerId: string,
): Promise<{ messageId: number; threadId: number } | undefined> {
  const rows = await query<{ messageId: number; threadId: number }>(
    db,
    `/*user:email.message.header*/
    select m.message_id "messageId", m.thread_id "threadId" from email_message m
    join email_thread t on t.tenant_id = m.tenant_id and t.thread_id = m.thread_id
    where m.tenant_id = $1 and m.header_id = $2 and ${readableSql(actor, 't')}
    order by m.message_id limit 1`,
    [actor.tenantId, headerId],
  )
  return rows[0]
}
