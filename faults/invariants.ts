import { pointsOf } from './furniture.ts'
import { untilDone } from './until.ts'
import type { World } from './world.ts'

/** Milliseconds in which something of what waits is done, once nothing is broken any more. */
const patience = 120_000

/**
 * Jobs that are due, or failed. One that is replaced while it works loses its key and all its attempts: when it
 * fails then, the other does its work.
 */
const openJobs = `graphile_worker._private_jobs where (run_at <= now() or attempts > 0)
  and not (attempts = max_attempts and key is null)`

/** What still waits to be done; each has to come to nothing. */
const waiting = {
  events: 'select count(*) n from event',
  'records of calculated fields': 'select count(*) n from calculation_pending',
  'calculated fields': `select count(*) n from calculation_state where state <> 'ready'`,
  'records to be scored': 'select count(*) n from score_pending',
  'levels to be scored': 'select count(*) n from score_refresh where running',
  'imports and bulk updates':
    'select count(*) n from bulk_job where state in (10, 20) or undo_state in (10, 20)',
  exports: `select count(*) n from export where state in ('waiting', 'running')`,
  messages: `select count(*) n from message where state = 'waiting'`,
  mails: 'select count(*) n from email_message where state = 1',
  deliveries: `select count(*) n from outbox_item where state = 'waiting'`,
  jobs: `select count(*) n from ${openJobs}`,
}

/** Scores of many records are gathered for half a minute before they follow; no one here waits for that. */
export const dueNow = `update graphile_worker._private_jobs set run_at = now()
  where run_at > now() and attempts = 0 and locked_at is null
    and task_id = (select id from graphile_worker._private_tasks where identifier = 'health.run')`

/** Waits until nothing waits any more; answers what does after all patience. */
export async function settle({ sql }: World): Promise<string[]> {
  const counts = Object.entries(waiting).map(([name, text]) => `select '${name}' as name, n from (${text}) t`)
  const read = () => sql<{ name: string; n: string }>(counts.join(' union all '))
  try {
    let left = Number.POSITIVE_INFINITY
    await untilDone(
      'Everything done',
      patience,
      async () => {
        await sql(dueNow)
        left = (await read()).reduce((sum, { n }) => sum + Number(n), 0)
        return left === 0
      },
      async () => -left,
    )
    return []
  } catch {
    const left = (await read()).filter(({ n }) => Number(n) > 0)
    const jobs = await sql<object>(
      `select task_id, attempts, last_error, locked_by, run_at, key from ${openJobs} limit 3`,
    )
    const shown = jobs.length > 0 ? ` (${JSON.stringify(jobs)})` : ''
    return left.map(({ name, n }) => `${n} ${name} still wait${name === 'jobs' ? shown : ''}`)
  }
}

const byCounts = 'level, archived, churned'

/** What must be so of all data at any time when nothing waits: each counts what breaks it. */
function rulesOf({ furniture }: World): Record<string, string> {
  const { mark, twice, sum } = furniture
  return {
    'kept counts differ from records counted': `
      select count(*) n from (
        select ${byCounts}, coalesce(stage_id, 0) stage, coalesce(pipeline_type, 0) type, coalesce(status_id, 0) status,
          count(*) n from record group by 1, 2, 3, 4, 5, 6) r
      full join (select ${byCounts}, stage_id stage, pipeline_type type, status_id status, sum(n) n from record_count
        group by 1, 2, 3, 4, 5, 6 having sum(n) <> 0) c using (${byCounts}, stage, type, status)
      where r.n is distinct from c.n`,
    'records do not have one creation in the ledger': `
      select count(*) n from record r where (select count(*) from change c
        where c.tenant_id = r.tenant_id and c.record_id = r.record_id and c.kind = 1) <> 1`,
    'formulas are not twice the mark': `
      select count(*) n from record where level = 2
        and (custom->>'${twice.id}')::numeric is distinct from 2 * (custom->>'${mark.id}')::numeric`,
    'roll-ups are not the sum of marks': `
      select count(*) n from record o where level = 1 and coalesce((custom->>'${sum.id}')::numeric, 0) is distinct from
        (select coalesce(sum((custom->>'${mark.id}')::numeric), 0) from record a
         where a.tenant_id = o.tenant_id and a.organization_id = o.record_id and a.level = 2)`,
    'accounts have a health that does not follow their mark': `
      select count(*) n from record where level = 2 and custom ? '${mark.id}' and health is distinct from
        case when (custom->>'${mark.id}')::numeric >= 50 then ${pointsOf(50)} else ${pointsOf(0)} end`,
    'scores were entered twice': `
      select count(*) n from (select digest, lag(digest) over (partition by tenant_id, record_id order by entry_id) last
        from score_entry) e where digest = last`,
    'scores are not the last that was entered': `
      select count(*) n from score_state s where entry_id <>
        (select max(entry_id) from score_entry e where e.tenant_id = s.tenant_id and e.record_id = s.record_id)`,
    'items of timelines are there twice': `
      select count(*) n from (select 1 from timeline_item where change_set_id is not null
        group by tenant_id, change_set_id, record_id having count(*) > 1) t`,
    'undone change sets were undone twice': `
      select count(*) n from (select 1 from change_set where undo_of is not null group by undo_of having count(*) > 1) t`,
  }
}

/** Which rules all data break, in sentences. */
export async function checkRules(world: World): Promise<string[]> {
  const broken = await Promise.all(
    Object.entries(rulesOf(world)).map(async ([sentence, text]) => {
      const [{ n } = { n: '0' }] = await world.sql<{ n: string }>(text)
      return Number(n) === 0 ? [] : [`${n} ${sentence}`]
    }),
  )
  return broken.flat()
}
