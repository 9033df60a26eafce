import type { MailAddress, ThreadListQuery } from '@steward/contracts/email'
import type { LevelId } from '@steward/contracts/level'
import type { Actor } from '../../platform/actor.ts'
import { query, type Db, type Tx } from '../../platform/db/database.ts'
import { readableSql, recordSql } from './thread.policy.ts'

export interface ThreadRow {
  threadId: number
  subject: string
  status: 0 | 10
  audience: number
  messageCount: number
  recordId: number
  lastAt: Date
  state: number
  body: string
  people: MailAddress[]
  hasFiles: boolean
  linked: { level: LevelId; id: number; name: string }[]
}

/** Numbers and texts of a statement, which give their places. */
function createValues() {
  const values: unknown[] = []
  return { values, add: (value: unknown): string => `$${values.push(value)}` }
}

const likeOf = (text: string): string => `%${text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

const addressFilters = [
  ['from', 0],
  ['to', 1],
  ['cc', 2],
] as const

const statusOf: Readonly<Record<ThreadListQuery['emailStatus'], string>> = {
  '0': 't.status = 0',
  '10': 't.status = 10',
  active: 't.status = 0',
  hidden: 't.status = 10',
  all: 'true',
}

export interface ThreadFilter extends Pick<
  ThreadListQuery,
  'subject' | 'from' | 'to' | 'cc' | 'emailStatus'
> {
  /** Messages from an instant on, and before one. */
  since: Date | undefined
  until: Date | undefined
}

/** That one message of a thread has all that is asked for. */
function messageSql(tenantId: number, filter: ThreadFilter, add: (value: unknown) => string) {
  const parts: string[] = []
  if (filter.subject) parts.push(`lower(m.subject) like ${add(likeOf(filter.subject))}`)
  if (filter.since) parts.push(`m.occurred_at >= ${add(filter.since)}`)
  if (filter.until) parts.push(`m.occurred_at < ${add(filter.until)}`)
  for (const [name, role] of addressFilters) {
    const text = filter[name]
    if (!text) continue
    parts.push(`exists (select from email_address a
      where a.tenant_id = ${tenantId} and a.message_id = m.message_id and a.role = ${role}
        and lower(a.name || ' ' || a.address) like ${add(likeOf(text))})`)
  }
  if (parts.length === 0) return 'true'
  return `exists (select from email_message m
    where m.tenant_id = ${tenantId} and m.thread_id = t.thread_id and ${parts.join(' and ')})`
}

export interface ThreadPage {
  filter: ThreadFilter
  /** On whose page; undefined: all in sight. */
  recordId: number | undefined
  page: number
  pageSize: number
}

/** Ids of a page of threads, newest first, and how many there are in all. */
export async function listThreadIds(
  db: Db,
  actor: Actor,
  { filter, recordId, page, pageSize }: ThreadPage,
): Promise<{ ids: number[]; total: number }> {
  const { values, add } = createValues()
  const place = recordId === undefined ? undefined : add(recordId)
  const onPage = place && `${place}::bigint in (v.record_id, v.account_id, v.organization_id)`
  // Few records have threads: those of the page are found by its records, not the other way round.
  const near =
    place &&
    `t.thread_id in (select l.thread_id from email_thread_link l
      join record_fenced v on v.tenant_id = ${actor.tenantId} and v.record_id = l.record_id
      where l.tenant_id = ${actor.tenantId} and ${onPage})`
  const where = [
    `t.tenant_id = ${actor.tenantId}`,
    statusOf[filter.emailStatus],
    near ?? 'true',
    readableSql(actor, 't', onPage),
    messageSql(actor.tenantId, filter, add),
  ].join(' and ')
  const rows = await query<{ thread_id: number; total: number }>(
    db,
    `select t.thread_id, count(*) over ()::int total from email_thread t where ${where}
     order by t.last_at desc, t.thread_id desc limit ${add(pageSize)} offset ${add((page - 1) * pageSize)}`,
    values,
  )
  if (rows.length > 0 || page === 1) {
    return { ids: rows.map((row) => row.thread_id), total: rows[0]?.total ?? 0 }
  }
  // Beyond the last page.
  const counted = await query<{ total: number }>(
    db,
    `select count(*)::int total from email_thread t where ${where}`,
    values.slice(0, -2),
  )
  return { ids: [], total: counted[0]?.total ?? 0 }
}

/** Those of some threads that the actor may read, with what is shown of them, in the order of the ids. */
export async function readThreads(
  db: Db | Tx,
  actor: Actor,
  threadIds: readonly number[],
): Promise<ThreadRow[]> {
  if (threadIds.length === 0) return []
  const { tenantId } = actor
  return query<ThreadRow>(
    db,
    `select t.thread_id "threadId", t.subject, t.status, t.audience, t.message_count "messageCount",
       t.record_id "recordId", t.last_at "lastAt", newest.state, newest.body, linked.all "linked",
       writers.all people, exists (select from email_message m
         join email_file f on f.tenant_id = ${tenantId} and f.message_id = m.message_id
         where m.tenant_id = ${tenantId} and m.thread_id = t.thread_id) "hasFiles"
     from unnest($1::int[]) with ordinality as wanted(thread_id, nth)
     join email_thread t on t.tenant_id = ${tenantId} and t.thread_id = wanted.thread_id
     cross join lateral (
       select m.state, left(m.body, least(greatest(m.signature_at, 1), 400)) body from email_message m
       where m.tenant_id = ${tenantId} and m.thread_id = t.thread_id
       order by m.occurred_at desc, m.message_id desc limit 1) newest
     cross join lateral (
       select coalesce(json_agg(json_build_object('name', x.name, 'address', x.address) order by x.first), '[]') "all"
       from (
         select max(a.name) name, lower(a.address) address, min(m.occurred_at) first
         from email_message m
         join email_address a on a.tenant_id = ${tenantId} and a.message_id = m.message_id and a.role = 0
         where m.tenant_id = ${tenantId} and m.thread_id = t.thread_id
         group by lower(a.address) order by 3 limit 20) x) writers
     cross join lateral (
       select coalesce(json_agg(json_build_object('level', v.level, 'id', v.record_id, 'name', v.name)
         order by v.level, v.name), '[]') "all"
       from email_thread_link l
       join record_fenced v on v.tenant_id = ${tenantId} and v.record_id = l.record_id
       where l.tenant_id = ${tenantId} and l.thread_id = t.thread_id and ${recordSql(actor, 'v')}) linked
     where ${readableSql(actor, 't')}
     order by wanted.nth`,
    [threadIds],
  )
}

/** Which of some threads the actor may read. It asks for none too, which takes as long as for those out of sight. */
export async function readableThreads(
  db: Db | Tx,
  actor: Actor,
  threadIds: readonly number[],
): Promise<Set<number>> {
  const rows = await query<{ thread_id: number }>(
    db,
    `select t.thread_id from email_thread t
     where t.tenant_id = $1 and t.thread_id = any($2::int[]) and ${readableSql(actor, 't')}`,
    [actor.tenantId, threadIds],
  )
  return new Set(rows.map((row) => row.thread_id))
}

/** Which of some files hang on mails that the actor may read. */
export async function readableFiles(
  db: Db | Tx,
  actor: Actor,
  fileIds: readonly number[],
): Promise<Set<number>> {
  const rows = await query<{ file_id: number }>(
    db,
    `select f.file_id from email_file f
     join email_message m on m.tenant_id = $1 and m.message_id = f.message_id
     join email_thread t on t.tenant_id = $1 and t.thread_id = m.thread_id
     where f.tenant_id = $1 and f.file_id = any($2::int[]) and ${readableSql(actor, 't')}`,
    [actor.tenantId, fileIds],
  )
  return new Set(rows.map((row) => row.file_id))
}

/** The contacts in sight that have one of some e-mail addresses, the earliest first. */
export async function findContacts(
  db: Db | Tx,
  actor: Actor,
  addresses: readonly string[],
): Promise<number[]> {
  if (addresses.length === 0) return []
  const rows = await query<{ record_id: number }>(
    db,
    `select r.record_id from record_fenced r
     where r.tenant_id = ${actor.tenantId} and r.level = 3 and lower(r.email) = any($1::text[])
       and ${recordSql(actor, 'r')}
     order by r.archived, array_position($1::text[], lower(r.email)), r.record_id limit 50`,
    [addresses.map((address) => address.toLowerCase())],
  )
  return rows.map((row) => row.record_id)
}

/** The level of a record that is known to exist. */
export async function findLevel(tx: Tx, tenantId: number, recordId: number): Promise<LevelId> {
  const rows = await query<{ level: LevelId }>(
    tx,
    '/*email.record.level*/ select level from record where tenant_id = $1 and record_id = $2',
    [tenantId, recordId],
  )
  return rows[0]?.level as LevelId
}
