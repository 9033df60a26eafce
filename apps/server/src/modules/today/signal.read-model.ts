import { pipelineStatuses, pipelineTypes } from '@steward/contracts/plain/built-in-value'
import { mailStates } from '@steward/contracts/email'
import { taskPriorities, taskStatusId, type TaskPriority } from '@steward/contracts/plain/task'
import type { LevelId } from '@steward/contracts/level'
import type { Actor } from '../../platform/actor.ts'
import { query, type Db } from '../../platform/db/database.ts'
import type { Home } from './card.rules.ts'
import { ownTaskScopeSql, readablePlaceSql, scopeSql } from './today.policy.ts'

/** Whose day it is, and by whom it is read. */
export interface Reading {
  /** The reader, whose row rule limits the list. */
  actor: Actor
  userId: number
  /** The present day of the user. */
  day: string
  weekEnd: string
  now: Date
  /** The tasks of `readDueTasks`, which are read once for the list and the calendar. */
  dueTasks(db: Db): Promise<DueTask[]>
  /** What `readBookSignals` finds, which is read once for both of its sources. */
  bookSignals(db: Db): Promise<BookSignals>
}

/** Whose day is read, and when. */
export type Whose = Omit<Reading, 'dueTasks' | 'bookSignals'>

/** Signals of one source that are read at most, the strongest first. */
const most = 500
const kinds = { activity: 2, email: 5 } as const
const open = `status < ${taskStatusId('COMPLETED')}`
const riskType = pipelineTypes[1].id
const openStatus = pipelineStatuses[0].id
const received = mailStates.indexOf('received')

/** The records of some levels that a user owns, as `r`; contacts have no owners. */
function bookSql({ actor, userId }: Whose, ...levels: Exclude<LevelId, 3>[]): string {
  return `record_fenced r where r.tenant_id = $1 and r.level in (${levels.join(', ')}) and r.owners @> '{${userId}}'::int[]
    and not r.archived and not r.churned and ${scopeSql(actor, 'r', levels[0])}`
}

export interface DueTask {
  taskId: number
  title: string
  /** Days since it was due. */
  late: number
  dueOn: string
  priority: TaskPriority
  dueTime: string | null
  estimateMinutes: number | null
  recordId: number | null
  version: number
  activityTypeId: number | null
}

/** Open tasks of the user that are due by the end of the week. */
export async function readDueTasks(db: Db, { actor, userId, day, weekEnd }: Whose): Promise<DueTask[]> {
  const rows = await query<Omit<DueTask, 'priority'> & { priority: number }>(
    db,
    `/*user:today.tasks*/ select t.task_id as "taskId", t.title, $3::date - t.due_on as late, t.due_on::text as "dueOn",
       t.priority, t.due_time as "dueTime", t.estimate_minutes as "estimateMinutes", t.record_id as "recordId", t.version,
       t.activity_type_id as "activityTypeId"
     from task_fenced t
     where t.tenant_id = $1 and t.assignee_id = $2 and t.${open} and t.due_on <= $4 and ${ownTaskScopeSql(actor, 't')}
     order by t.due_on, t.task_id limit ${most}`,
    [actor.tenantId, userId, day, weekEnd],
  )
  return rows.map((row) => ({ ...row, priority: taskPriorities[row.priority] ?? 'NONE' }))
}

export interface FallenScore {
  recordId: number
  level: LevelId
  /** In hundredths. */
  before: number
  now: number
}

export interface QuietAccount {
  recordId: number
  /** Days since the last contact, and how many usually lie between two. */
  days: number
  usual: number
  lastAt: string
}

/** What the records of a user's book tell themselves. */
export interface BookSignals {
  quiet: QuietAccount[]
  fallen: FallenScore[]
}

/** The latest activities and emails from which an account's usual time between contacts is taken. */
const contacts = 8

/** Accounts of `book` without contact for twice as long as usual and a week at least, that were in touch three times before. */
function quietSql(actor: Actor): string {
  const ofKind = (
    kind: number,
  ) => `(select p.occurred_at, p.item_id, p.record_id, p.via_id from timeline_place p
      where p.tenant_id = $1 and p.record_id = b.record_id and p.kind = ${kind} and p.kind < 6 and p.occurred_at <= $2
      order by p.occurred_at desc, p.item_id desc limit ${contacts})`
  return `select * from (
       select b.record_id as "recordId", c.last_at as "lastAt", c.usual,
         date_part('epoch', $2::timestamptz - c.last_at) / 86400 as days
       from (select record_id from book where level = 2) b
       cross join lateral (
         select max(x.occurred_at) as last_at, count(*) as n,
           date_part('epoch', max(x.occurred_at) - min(x.occurred_at)) / 86400 / nullif(count(*) - 1, 0) as usual
         from (
           select p.occurred_at from (${ofKind(kinds.activity)} union all ${ofKind(kinds.email)}) p
           where ${readablePlaceSql(actor, 'p')}
           order by p.occurred_at desc limit ${contacts}) x) c
       where c.n >= 3 and c.usual > 0) q
     where q.days >= greatest(2 * q.usual, 7)
     order by q.days / q.usual desc, q."recordId" limit ${most}`
}

/** Organizations and accounts of `book` whose score was higher by at least `drop` hundredths at $3. */
const fallenSql = (drop: number): string =>
  `select b.record_id as "recordId", b.level, e.score as before, (b.health * 100)::int as now
    from (select * from book where health is not null) b
    cross join lateral (
      select e.score from score_entry e where e.tenant_id = $1 and e.record_id = b.record_id and e.at < $3
      order by e.at desc, e.entry_id desc limit 1) e
    where e.score - b.health * 100 >= ${drop}
    order by e.score - (b.health * 100)::int desc, b.record_id limit ${most}`

/** A column with all rows of a query as JSON. */
const listSql = (name: string, sql: string): string =>
  `(select coalesce(json_agg(x), '[]') from (${sql}) x) as ${name}`

/** Quiet accounts, and scores that fell since an instant; one statement, so that the book is read once. */
export async function readBookSignals(
  db: Db,
  whose: Whose,
  { since, drop }: { since: Date; drop: number },
): Promise<BookSignals> {
  const { actor, now } = whose
  const [row] = await query<BookSignals>(
    db,
    `/*user:today.signals*/ with book as materialized (
       select r.record_id, r.level, r.health from ${bookSql(whose, 1, 2)})
     select ${listSql('quiet', quietSql(actor))}, ${listSql('fallen', fallenSql(drop))}`,
    [actor.tenantId, now, since],
  )
  return row as BookSignals
}

export interface WaitingMail {
  threadId: number
  subject: string
  lastAt: Date
  recordId: number
}

/** Threads of the user whose latest email came from outside, between 30 days and `before`. */
export function readWaitingMails(db: Db, reading: Reading, before: Date): Promise<WaitingMail[]> {
  const { actor, userId } = reading
  const me = `'{${actor.userId}}'::int[]`
  return query<WaitingMail>(
    db,
    `/*user:today.mails*/ select t.thread_id as "threadId", t.subject, t.last_at as "lastAt", t.record_id as "recordId"
     from email_thread t
     join record_fenced r on r.tenant_id = $1 and r.record_id = t.record_id and ${scopeSql(actor, 'r')}
     where t.tenant_id = $1 and t.owner_id = $2 and t.status = 0 and t.last_at < $3
       and t.last_at > $3::timestamptz - interval '30 days'
       and (t.audience = 0 or t.owner_id = ${actor.userId} or t.participants @> ${me})
       and (select m.state from email_message m where m.tenant_id = $1 and m.thread_id = t.thread_id
         order by m.occurred_at desc, m.message_id desc limit 1) = ${received}
     order by t.last_at, t.thread_id limit ${most}`,
    [actor.tenantId, userId, before],
  )
}

export interface UnplannedRisk {
  recordId: number
  name: string
  createdAt: Date
}

/** Open risks of the user that no open task is about. */
export function readUnplannedRisks(db: Db, reading: Reading): Promise<UnplannedRisk[]> {
  return query<UnplannedRisk>(
    db,
    `/*user:today.risks*/ select r.record_id as "recordId", r.name, coalesce(r.created_on::timestamp at time zone 'UTC', r.created_at) as "createdAt"
     from ${bookSql(reading, 4)} and r.pipeline_type = ${riskType} and r.status_id = ${openStatus}
       and not exists (select from task_fenced t where t.tenant_id = $1 and t.record_id = r.record_id and t.${open})
     order by 3, r.record_id limit ${most}`,
    [reading.actor.tenantId],
  )
}

/** The record under which signals about records are folded: the account, else the organization, else itself. */
export async function readHomes(
  db: Db,
  actor: Actor,
  recordIds: readonly number[],
): Promise<Map<number, Home>> {
  if (recordIds.length === 0) return new Map()
  const rows = await query<Home & { recordId: number }>(
    db,
    `/*user:today.homes*/ select r.record_id as "recordId", coalesce(h.level, r.level) as level,
       coalesce(h.record_id, r.record_id) as id, coalesce(h.name, r.name) as name
     from record_fenced r
     left join lateral (
       select h.level, h.record_id, h.name from record_fenced h
       where r.level > 2 and h.tenant_id = $1 and h.record_id in (r.account_id, r.organization_id)
         and ${scopeSql(actor, 'h')}
       order by h.level desc limit 1) h on true
     where r.tenant_id = $1 and r.record_id = any($2::bigint[]) and ${scopeSql(actor, 'r')}`,
    [actor.tenantId, recordIds],
  )
  return new Map(rows.map(({ recordId, level, id, name }) => [recordId, { level, id, name }]))
}
