import type { Audience } from '@steward/contracts/timeline'
import { query, type Db, type Tx } from '../../platform/db/database.ts'
import { audienceNumber } from './thread.numbers.ts'

export interface NewThread {
  subject: string
  subjectBase: string
  audience: Audience
  recordId: number
  ownerId: number
  at: Date
}

/** Begins a thread without messages and answers its id. */
export async function insertThread(tx: Tx, tenantId: number, thread: NewThread): Promise<number> {
  const rows = await query<{ thread_id: number }>(
    tx,
    `/*email.thread.insert*/
    insert into email_thread (tenant_id, audience, record_id, owner_id, participants, last_at, subject, subject_base)
    values ($1, $2, $3, $4, array[$4::int], $5, $6, $7) returning thread_id`,
    [
      tenantId,
      audienceNumber(thread.audience),
      thread.recordId,
      thread.ownerId,
      thread.at,
      thread.subject,
      thread.subjectBase,
    ],
  )
  return rows[0]?.thread_id as number
}

/** Counts a message in, with the users who take part by it. */
export async function addToThread(
  tx: Tx,
  tenantId: number,
  threadId: number,
  { at, participants }: { at: Date; participants: readonly number[] },
): Promise<void> {
  await query(
    tx,
    `/*email.thread.add*/
    update email_thread set message_count = message_count + 1, last_at = greatest(
        case when message_count = 0 then '-infinity' else last_at end, $3::timestamptz),
      participants = array(select distinct unnest(participants || $4::int[]) order by 1)
    where tenant_id = $1 and thread_id = $2`,
    [tenantId, threadId, at, participants],
  )
}

export async function addLinks(
  tx: Tx,
  tenantId: number,
  threadId: number,
  recordIds: readonly number[],
): Promise<void> {
  await query(
    tx,
    `/*email.link.insert*/
    insert into email_thread_link (tenant_id, thread_id, record_id)
    select $1, $2, id from unnest($3::bigint[]) id on conflict do nothing`,
    [tenantId, threadId, recordIds],
  )
}

export async function removeLinks(
  tx: Tx,
  tenantId: number,
  threadId: number,
  recordIds: readonly number[],
): Promise<void> {
  await query(
    tx,
    `/*email.link.delete*/
    delete from email_thread_link where tenant_id = $1 and thread_id = $2 and record_id = any($3::bigint[])`,
    [tenantId, threadId, recordIds],
  )
}

export async function setStatus(tx: Tx, tenantId: number, threadId: number, status: number): Promise<void> {
  await query(
    tx,
    '/*email.thread.status*/ update email_thread set status = $3 where tenant_id = $1 and thread_id = $2',
    [tenantId, threadId, status],
  )
}

/** Moves a thread to another of its records. */
export async function moveHome(tx: Tx, tenantId: number, threadId: number, recordId: number): Promise<void> {
  await query(
    tx,
    '/*email.thread.home*/ update email_thread set record_id = $3 where tenant_id = $1 and thread_id = $2',
    [tenantId, threadId, recordId],
  )
}

/** Hidden threads of some items are hidden no longer; answers the items of all their messages. */
export async function showThreads(tx: Tx, tenantId: number, itemIds: readonly number[]): Promise<number[]> {
  const rows = await query<{ item_id: number }>(
    tx,
    `/*email.thread.show*/
    with shown as (
      update email_thread t set status = 0 from email_message m
      where m.tenant_id = $1 and m.item_id = any($2::bigint[]) and t.tenant_id = $1 and t.thread_id = m.thread_id
        and t.status <> 0
      returning t.thread_id
    )
    select m.item_id from email_message m join shown s on s.thread_id = m.thread_id
    where m.tenant_id = $1 and m.item_id is not null`,
    [tenantId, itemIds],
  )
  return rows.map((row) => row.item_id)
}

/** What the timeline needs of a thread, locked, so that links and messages come one after the other. */
export interface LockedThread {
  threadId: number
  subject: string
  status: number
  audience: number
  recordId: number
  participants: number[]
  linkedIds: number[]
  itemIds: number[]
}

export async function lockThread(
  tx: Tx,
  tenantId: number,
  threadId: number,
): Promise<LockedThread | undefined> {
  const rows = await query<LockedThread>(
    tx,
    `/*email.thread.lock*/
    select t.thread_id "threadId", t.subject, t.status, t.audience, t.record_id "recordId", t.participants,
      to_json(array(select l.record_id from email_thread_link l
        where l.tenant_id = $1 and l.thread_id = t.thread_id order by 1)) "linkedIds",
      to_json(array(select m.item_id from email_message m
        where m.tenant_id = $1 and m.thread_id = t.thread_id and m.item_id is not null order by 1)) "itemIds"
    from email_thread t where t.tenant_id = $1 and t.thread_id = $2 for update of t`,
    [tenantId, threadId],
  )
  return rows[0]
}

/** The threads that have or name any of some Message-IDs. */
export async function findKnown(
  db: Db | Tx,
  tenantId: number,
  ids: readonly string[],
): Promise<{ headerId: string; threadId: number }[]> {
  return query(
    db,
    `/*email.reference.find*/
    select header_id "headerId", thread_id "threadId" from email_reference
    where tenant_id = $1 and header_id = any($2::text[])`,
    [tenantId, ids],
  )
}

/**
 * Threads of a subject that were going on after `since` and no later than `until`, whatever came to them
 * afterwards, with everyone's addresses. Those that more people may read than `privacy` lets are left out.
 */
export async function findConversations(
  db: Db | Tx,
  tenantId: number,
  subjectBase: string,
  { since, until, privacy }: { since: Date; until: Date; privacy: Audience },
): Promise<{ threadId: number; addresses: string[] }[]> {
  return query(
    db,
    `/*email.thread.conversation*/
    select t.thread_id "threadId", array(select distinct lower(a.address) from email_message m
        join email_address a on a.tenant_id = m.tenant_id and a.message_id = m.message_id
        where m.tenant_id = $1 and m.thread_id = t.thread_id) addresses
    from email_thread t where t.tenant_id = $1 and t.subject_base = $2 and t.audience >= $5
      and exists (select from email_message n where n.tenant_id = $1 and n.thread_id = t.thread_id
        and n.occurred_at > $3 and n.occurred_at <= $4)
    order by t.last_at desc limit 20`,
    // Audiences are numbered from the widest to the narrowest.
    [tenantId, subjectBase, since, until, audienceNumber(privacy)],
  )
}
