import type { Call } from './load.ts'
import { measurePair, type Row } from './measure.ts'
import type { Stage } from './stage.ts'

const users = 100
const work = 'my tasks: a page of 50 with the exact breakdown by due day'

/** Tasks of many users, spread over two years of due days; the bench's user has as many as the others. */
async function fillTasks({ client, setup }: Stage, count: number): Promise<void> {
  const { tenantId, userId } = setup
  await client.query(
    `insert into app_user (tenant_id, email, first_name, role_id, status, created_at)
     select $1, 'worker' || i || '@bench.example', 'Worker ' || i, 2, 'ACTIVE', now()
     from generate_series(2, $2::int) i`,
    [tenantId, users],
  )
  await client.query(
    `with workers as (
       select array_agg(user_id order by user_id) as ids from app_user
       where tenant_id = $1 and (user_id = $2 or email like 'worker%@bench.example')),
     accounts as (select array_agg(record_id) as ids from (
       select record_id from record where tenant_id = $1 and level = 2 limit 10000) chosen)
     insert into task (tenant_id, type, status, priority, due_on, assignee_id, creator_id, record_id, title,
       created_at, updated_at)
     select $1, 1, case when i % 10 < 6 then 1 when i % 10 < 8 then 3 else 4 end, i % 5,
       case when i % 11 = 0 then null else current_date - 365 + (i::bigint * 7919 % 730)::int end,
       w.ids[1 + i % $3], $2, a.ids[1 + i % array_length(a.ids, 1)], 'Task ' || i, now(), now()
     from workers w, accounts a, generate_series(1, $4::int) i`,
    [tenantId, userId, users, count],
  )
  await client.query(`
    create table ideal.task (tenant_id int, assignee_id int, due_on date, status smallint, task_id bigint,
      priority smallint, title text, record_id bigint, record_name text, primary key (tenant_id, task_id));
    insert into ideal.task
      select t.tenant_id, t.assignee_id, t.due_on, t.status, t.task_id, t.priority, t.title, t.record_id, r.name
      from task t join record r on r.tenant_id = t.tenant_id and r.record_id = t.record_id;
    create index on ideal.task (tenant_id, assignee_id, due_on, task_id) include (status)`)
  await client.query('vacuum (analyze) task')
  await client.query('vacuum (analyze) ideal.task')
}

/** The same page and the same counts, by one statement. */
const floorText = `with counts as (
    select count(*) filter (where status < 4 and due_on < current_date) overdue,
      count(*) filter (where status < 4 and due_on = current_date) today,
      count(*) filter (where status < 4 and due_on > current_date and due_on <= current_date + 6) week,
      count(*) filter (where status < 4 and due_on > current_date + 6) later,
      count(*) filter (where status < 4 and due_on is null) none, count(*) filter (where status >= 4) done
    from ideal.task where tenant_id = $1 and assignee_id = $2)
  select c.*, t.* from counts c left join (
    select * from ideal.task where tenant_id = $1 and assignee_id = $2 order by due_on, task_id limit 50) t on true`

const get = (path: string): Call => ({ method: 'GET', path })

/** A million tasks of a hundred users, at full scale: what one of them has to do. */
export async function benchTasks(
  stage: Stage,
  factor: number,
  seconds: number,
  only: RegExp,
): Promise<Row[]> {
  if (!only.test(work)) return []
  await fillTasks(stage, Math.round(1_000_000 * factor))
  const { tenantId, userId } = stage.setup
  const floor = await stage.startFloor([{ name: 'tasks', parameters: ['tenant', 'user'], text: floorText }])
  const pair = {
    work,
    bound: 2,
    floor: () => get(`/tasks?tenant=${tenantId}&user=${userId}`),
    steward: () => get('/api/playbook/tasks?myTasksOnly=true&pageSize=50'),
  }
  return [await measurePair(stage, floor, pair, seconds)]
}
