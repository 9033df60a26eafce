import { cpuOf } from '../cpu.ts'
import { once, type Call } from '../load.ts'
import { measurePair, type Row } from '../measure.ts'
import type { Stage } from '../stage.ts'

export interface QueueFigures {
  users: number
  accounts: number
  /** CPU milliseconds of server and database for all of them. */
  cpu: number
  /** The same for 100 users. */
  ofHundred: number
}

export interface TodayFigures {
  page: Row | undefined
  queues: QueueFigures | undefined
}

const pageWork = (accounts: number) => `Today of a user with ${accounts} accounts`
/** The name of the work among `--only`. */
export const queueWork = 'Today for all users'
const accountsOfReader = 5_000
const accountsOfUser = 1_000

/**
 * What Today looks for, at every account: a task, four activities, and at some an email without an answer, a risk, or a
 * score that fell.
 */
async function fillSignals({ client, setup }: Stage, accounts: number): Promise<void> {
  const values = [setup.tenantId, setup.userId, accounts]
  const account = `(select record_id, row_number() over (order by record_id)::int as i from (
    select record_id from record where tenant_id = $1 and level = 2 order by record_id limit $3) r)`
  await client.query(
    `insert into task (tenant_id, type, status, priority, due_on, assignee_id, creator_id, record_id, title, created_at, updated_at)
     select $1, 1, 1, a.i % 5, current_date - 3 + a.i % 100, $2, $2, a.record_id, 'Task ' || a.i, now(), now() from ${account} a`,
    values,
  )
  await client.query(
    `with made as (
       insert into timeline_item (tenant_id, kind, level, author_id, record_id, occurred_at, created_at, source, title)
       select $1, 2, 2, $2, a.record_id, now() - (1 + a.i % 90 + 10 * n) * interval '1 day', now(), 'app', 'Talk'
       from ${account} a, generate_series(0, 3) n
       returning tenant_id, item_id, record_id, occurred_at, kind, author_id)
     insert into timeline_place (tenant_id, record_id, occurred_at, item_id, via_id, author_id, kind)
     select tenant_id, record_id, occurred_at, item_id, record_id, author_id, kind from made`,
    values,
  )
  await client.query(
    `with thread as (
       insert into email_thread (tenant_id, audience, message_count, record_id, owner_id, participants, last_at, subject, subject_base)
       select $1, 0, 1, a.record_id, $2, array[$2::int], now() - (2 + a.i % 20) * interval '1 day', 'A question', 'a question'
       from ${account} a where a.i % 20 = 0 returning tenant_id, thread_id, last_at)
     insert into email_message (tenant_id, thread_id, state, occurred_at, created_at, header_id, subject, body, signature_at, quote_at)
     select tenant_id, thread_id, 0, last_at, last_at, '<' || thread_id || '@bench.example>', 'A question', 'When?', 0, 0
     from thread`,
    values,
  )
  await client.query(
    `insert into record (tenant_id, level, owners, name, account_id, pipeline_type, status_id)
     select $1, 4, array[$2::int], 'Risk ' || a.i, a.record_id, 2, 1 from ${account} a where a.i % 25 = 0`,
    values,
  )
  for (const table of ['task', 'timeline_item', 'timeline_place', 'email_thread', 'email_message', 'record'])
    await client.query(`vacuum (analyze) ${table}`)
}

/** Gives each user as many accounts, in turn; the others stay the reader's. */
async function giveAccounts({ client, setup }: Stage, users: readonly number[], each: number): Promise<void> {
  await client.query(
    `update record r set owners = array[coalesce(($3::int[])[1 + (a.n - 1) / $4], $2)]
     from (select record_id, row_number() over (order by record_id) as n from record where tenant_id = $1 and level = 2) a
     where r.tenant_id = $1 and r.record_id = a.record_id`,
    [setup.tenantId, -1, users, each],
  )
  await client.query('vacuum (analyze) record')
}

/** The same signals and the book in figures, by one statement without row rules. */
const floorText = `with book as materialized (
    select record_id, health, stage_id from record
    where tenant_id = $1 and level = 2 and owners @> array[$2::int] and not archived and not churned)
  select (select count(*) from book) as accounts,
    (select json_agg(t) from (select task_id, title, due_on, priority, record_id from task
       where tenant_id = $1 and assignee_id = $2 and status < 4 and due_on <= current_date + 6
       order by due_on, task_id limit 500) t) as tasks,
    (select json_agg(s) from (select b.record_id, e.score, b.health from book b cross join lateral (
       select score from score_entry e where e.tenant_id = $1 and e.record_id = b.record_id and e.at < now() - interval '14 days'
       order by e.at desc, e.entry_id desc limit 1) e
       where b.health is not null and e.score - b.health * 100 >= 50 order by e.score - b.health * 100 desc limit 500) s) as scores,
    (select json_agg(q) from (select b.record_id, c.last_at, c.usual from book b cross join lateral (
       select max(x.occurred_at) as last_at, count(*) as n,
         date_part('epoch', max(x.occurred_at) - min(x.occurred_at)) / 86400 / nullif(count(*) - 1, 0) as usual
       from (select occurred_at from timeline_place p where p.tenant_id = $1 and p.record_id = b.record_id and p.kind in (2, 5)
         and p.occurred_at <= now() order by p.occurred_at desc limit 8) x) c
       where c.n >= 3 and date_part('epoch', now() - c.last_at) / 86400 >= greatest(2 * c.usual, 7)
       order by date_part('epoch', now() - c.last_at) / c.usual desc limit 500) q) as quiet,
    (select json_agg(m) from (select t.thread_id, t.subject, t.last_at, t.record_id from email_thread t
       where t.tenant_id = $1 and t.owner_id = $2 and t.status = 0 and t.last_at > now() - interval '31 days'
         and t.last_at < now() - interval '1 day' and (select m.state from email_message m
           where m.tenant_id = $1 and m.thread_id = t.thread_id order by m.occurred_at desc, m.message_id desc limit 1) = 0
       order by t.last_at limit 500) m) as mails,
    (select json_agg(k) from (select r.record_id, r.name, r.created_at from record r
       where r.tenant_id = $1 and r.level = 4 and r.owners @> array[$2::int] and not r.archived and r.pipeline_type = 2
         and r.status_id = 1 and not exists (select from task t where t.tenant_id = $1 and t.record_id = r.record_id and t.status < 4)
       order by r.created_at limit 500) k) as risks`

const get = (path: string): Call => ({ method: 'GET', path })

async function measurePage(stage: Stage, accounts: number, seconds: number): Promise<Row> {
  const { tenantId, userId } = stage.setup
  const floor = await stage.startFloor([{ name: 'today', parameters: ['tenant', 'user'], text: floorText }])
  const pair = {
    work: pageWork(accounts),
    bound: 3,
    floor: () => get(`/today?tenant=${tenantId}&user=${userId}`),
    steward: () => get('/api/today'),
  }
  return measurePair(stage, floor, pair, seconds)
}

/** Reads the day of every user, one after the other, as a nightly run for all of them would. */
async function measureQueues(stage: Stage, accounts: number): Promise<QueueFigures> {
  const { client, setup, steward } = stage
  const count = Math.max(1, Math.min(100, Math.floor(accounts / accountsOfUser)))
  const { rows } = await client.query<{ user_id: number }>(
    `insert into app_user (tenant_id, email, first_name, role_id, status, created_at)
     select $1, 'today' || i || '@bench.example', 'Today ' || i, 2, 'ACTIVE', now()
     from generate_series(1, $2::int) i returning user_id`,
    [setup.tenantId, count],
  )
  const users = rows.map((row) => row.user_id)
  await giveAccounts(stage, users, accountsOfUser)
  await client.query(
    `update task t set assignee_id = r.owners[1] from record r
     where t.tenant_id = $1 and r.tenant_id = $1 and r.record_id = t.record_id and r.level = 2 and r.owners[1] = any($2)`,
    [setup.tenantId, users],
  )
  await client.query('vacuum (analyze) task')
  // The server knows its users by heart until one of them changes.
  const self = `/api/user-management/users/${setup.userId}`
  await once(steward, { method: 'PATCH', path: self, body: { firstName: 'Bench' } })
  const read = () => steward.pids.reduce((sum, pid) => sum + cpuOf(pid), 0)
  const before = read()
  for (const userId of users) await once(steward, { method: 'GET', path: `/api/today?userId=${userId}` })
  const cpu = read() - before
  return { users: count, accounts: accountsOfUser, cpu, ofHundred: (cpu / count) * 100 }
}

/** What it costs to open Today, and to read the days of everyone. */
export async function benchToday(
  stage: Stage,
  accounts: number,
  seconds: number,
  only: RegExp,
): Promise<TodayFigures> {
  const owned = Math.min(accountsOfReader, accounts)
  const wanted = { page: only.test(pageWork(owned)), queues: only.test(queueWork) }
  if (!wanted.page && !wanted.queues) return { page: undefined, queues: undefined }
  await giveAccounts(stage, [stage.setup.userId], owned)
  await fillSignals(stage, Math.min(accounts, 100 * accountsOfUser))
  const page = wanted.page ? await measurePage(stage, owned, seconds) : undefined
  return { page, queues: wanted.queues ? await measureQueues(stage, accounts) : undefined }
}
