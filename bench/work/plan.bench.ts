import type { Call } from '../load.ts'
import { measurePair, type Pair, type Row } from '../measure.ts'
import type { Stage } from '../stage.ts'

const listWork = 'all success plans: a page of 50 of 20,000 with the exact total'
const pageWork = 'the page of a success plan with 200 items'

const plans = 20_000
const itemsOfList = 4
const itemsOfPage = 200

/** Plans with four items each, and one with 200 of which half are milestones with a task. Answers the id of that one. */
async function fillPlans({ client, setup }: Stage, count: number): Promise<number> {
  const { tenantId, userId } = setup
  await client.query(
    `with accounts as (select array_agg(record_id) as ids from (
       select record_id from record where tenant_id = $1 and level = 2 limit 10000) chosen)
     insert into success_plan (tenant_id, record_id, name, start_on, due_on, owner_id, status_id, progress_id,
       completed_at, creator_id, created_at, updated_at)
     select $1, a.ids[1 + i % array_length(a.ids, 1)], 'Plan ' || i, current_date - 100,
       case when i % 11 = 0 then null else current_date - 365 + (i::bigint * 7919 % 730)::int end,
       case when i % 9 = 0 then null else $2::int end, case when i % 10 < 7 then 1 else 3 end, 11 + i % 3,
       case when i % 10 < 7 then null else now() end, $2, now(), now()
     from accounts a, generate_series(1, $3::int) i`,
    [tenantId, userId, count],
  )
  const item = `insert into success_plan_item (tenant_id, plan_id, kind, position, name, start_on, due_on, status_id,
    progress_id, target, current_value, created_at, updated_at)
    select $1, p.plan_id, 1 + n % 2, n, 'Item ' || n, current_date - 10, current_date + n % 60,
      case when n % 2 = 0 then 21 end, case when n % 2 = 1 then 31 end,
      case when n % 2 = 1 then '{"type": "numeric", "criteria": "is greater than", "start": 0, "target": 80, "currencyId": null}'::jsonb end,
      case when n % 2 = 1 then 20 + n % 60 end, now(), now()`
  await client.query(
    `${item} from success_plan p, generate_series(1, ${itemsOfList}) n where p.tenant_id = $1`,
    [tenantId],
  )
  const { rows } = await client.query<{ id: number }>(
    `insert into success_plan (tenant_id, record_id, name, owner_id, status_id, progress_id, creator_id, created_at,
       updated_at)
     select $1, (select record_id from record where tenant_id = $1 and level = 2 limit 1), 'Large plan', $2, 1, 11, $2,
       now(), now() returning plan_id as id`,
    [tenantId, userId],
  )
  const planId = Number(rows[0]?.id)
  await client.query(
    `${item} from success_plan p, generate_series(1, ${itemsOfPage}) n
     where p.tenant_id = $1 and p.plan_id = $2`,
    [tenantId, planId],
  )
  await client.query(
    `with made as (
       insert into task (tenant_id, type, status, priority, due_on, creator_id, record_id, title, created_at, updated_at)
       select $1, 3, 1, 2, i.due_on, $3, p.record_id, 'Task of ' || i.item_id, now(), now()
       from success_plan_item i join success_plan p on p.tenant_id = i.tenant_id and p.plan_id = i.plan_id
       where i.tenant_id = $1 and i.plan_id = $2 and i.kind = 1 returning task_id, title),
     put as (
       insert into success_plan_task (tenant_id, item_id, task_id)
       select $1, substring(title from 9)::bigint, task_id from made returning item_id, task_id)
     update success_plan_item i set task_ids = array[put.task_id] from put
     where i.tenant_id = $1 and i.item_id = put.item_id`,
    [tenantId, planId, userId],
  )
  await client.query(`
    create table ideal.plan as
      select p.tenant_id, p.plan_id, p.name, p.start_on, p.due_on, p.completed_at, p.archived, p.record_id,
        r.name as record_name, p.status_id, p.progress_id, p.owner_id, p.updated_at, 25.5::numeric as percent,
        2 as milestones, 0 as completed_milestones, 2 as kpis, 1 as met_kpis, p.completed_at is not null as is_over
      from success_plan p join record r on r.tenant_id = p.tenant_id and r.record_id = p.record_id;
    create index on ideal.plan (tenant_id, is_over, due_on, plan_id) include (archived);
    create table ideal.plan_item as select i.*, null::text as task_title, null::date as task_due
      from success_plan_item i;
    create index on ideal.plan_item (tenant_id, plan_id, position)`)
  for (const table of [
    'success_plan',
    'success_plan_item',
    'success_plan_task',
    'task',
    'ideal.plan',
    'ideal.plan_item',
  ])
    await client.query(`vacuum (analyze) ${table}`)
  return planId
}

/** The same page and the same count, with the figures of plans ready in their rows. */
const listText = `select (select count(*) from ideal.plan where tenant_id = $1 and not archived) as total, p.*
  from (select * from ideal.plan where tenant_id = $1 and not archived
    order by is_over, due_on nulls last, plan_id limit 50) p`

/** The same items, each with its task in its own row. */
const pageText = 'select * from ideal.plan_item where tenant_id = $1 and plan_id = $2 order by position'

const get = (path: string): Call => ({ method: 'GET', path })

/** Success plans: the list of all, and one that is long. */
export async function benchPlans(stage: Stage, seconds: number, only: RegExp): Promise<Row[]> {
  if (!only.test(listWork) && !only.test(pageWork)) return []
  const planId = await fillPlans(stage, plans)
  const { tenantId } = stage.setup
  const floor = await stage.startFloor([
    { name: 'plans', parameters: ['tenant'], text: listText },
    { name: 'plan', parameters: ['tenant', 'plan'], text: pageText },
  ])
  const pairs: Pair[] = [
    {
      work: listWork,
      bound: 2,
      floor: () => get(`/plans?tenant=${tenantId}`),
      steward: () => get('/api/success-plan/success-plan?pageSize=50'),
    },
    {
      work: pageWork,
      bound: 2,
      floor: () => get(`/plan?tenant=${tenantId}&plan=${planId}`),
      steward: () => get(`/api/success-plan/success-plan/${planId}`),
    },
  ]
  const rows: Row[] = []
  for (const pair of pairs) {
    if (only.test(pair.work)) rows.push(await measurePair(stage, floor, pair, seconds))
  }
  return rows
}
