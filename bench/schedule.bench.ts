import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { dueTask } from '../apps/server/src/platform/schedule/due-work.jobs.ts'
import { claimDueWork, listDueTenants } from '../apps/server/src/platform/schedule/due-work.store.ts'
import type { Stage } from './stage.ts'

export interface ScheduleFigures {
  asleep: number
  /** Milliseconds to find out that nothing is due: without scheduled work, and with so much of it asleep. */
  emptyPass: number
  asleepPass: number
  due: number
  /** Rows per second. */
  bareRate: number
  rate: number
}

const slice = 500
const passes = 200
/** A task that no worker has: what is claimed stays in the queue until it is removed. */
const noTask = `${dueTask}.bench`

/** Keeps the workers of the stage from claiming what the bench claims. */
async function holdTicker(pool: pg.Pool): Promise<void> {
  await pool.query(
    `insert into ticker (name, period_seconds, leased_by, leased_until)
     values ('due-work', 2, $1, now() + interval '1 hour')
     on conflict (name) do update set leased_by = excluded.leased_by, leased_until = excluded.leased_until`,
    [randomUUID()],
  )
}

async function millisecondsOfPass(pool: pg.Pool): Promise<number> {
  await listDueTenants(pool, new Date())
  const from = performance.now()
  for (let pass = 0; pass < passes; pass += 1) await listDueTenants(pool, new Date())
  return (performance.now() - from) / passes
}

/** Fills a table with rows that are due at a time. */
async function fill(
  pool: pg.Pool,
  table: string,
  tenantId: number,
  count: number,
  due: string,
): Promise<void> {
  await pool.query(
    `insert into ${table} (tenant_id, kind, key, due_at, payload)
     select $1, 'bench', n::text, ${due} + n * interval '1 microsecond', '{"recordId": 4711}'
     from generate_series(1, $2::int) n`,
    [tenantId, count],
  )
  await pool.query(`vacuum analyze ${table}`)
}

/** The floor: rows are marked, slice by slice, by one bare statement. */
async function bareLoop(pool: pg.Pool, tenantId: number, count: number): Promise<number> {
  await pool.query(`create table ideal.due (tenant_id integer, kind text, key text, due_at timestamptz,
    payload jsonb, claimed_at timestamptz, primary key (tenant_id, kind, key))`)
  await pool.query('create index on ideal.due (tenant_id, due_at) where claimed_at is null')
  await fill(pool, 'ideal.due', tenantId, count, "now() - interval '1 minute'")
  const from = performance.now()
  for (let claimed = slice; claimed === slice;) {
    const { rowCount } = await pool.query(
      `update ideal.due d set claimed_at = now() from (
         select kind, key from ideal.due where tenant_id = $1 and claimed_at is null and due_at <= now()
         order by due_at limit $2 for update skip locked) c
       where d.tenant_id = $1 and d.kind = c.kind and d.key = c.key returning d.payload`,
      [tenantId, slice],
    )
    claimed = rowCount ?? 0
  }
  const rate = count / ((performance.now() - from) / 1000)
  await pool.query('drop table ideal.due')
  return rate
}

async function claimAll(pool: pg.Pool, tenantId: number, count: number): Promise<number> {
  const from = performance.now()
  let claimed = 0
  for (let some = slice; some === slice; claimed += some) {
    some = await claimDueWork(pool, tenantId, new Date(), slice, noTask)
  }
  if (claimed !== count) throw new Error(`${claimed} of ${count} due rows were claimed`)
  return count / ((performance.now() - from) / 1000)
}

/** Scheduled work that sleeps costs nothing, and much that is due at once is claimed beside a bare loop. */
export async function benchSchedule({ url, setup }: Stage, factor: number): Promise<ScheduleFigures> {
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  const { tenantId } = setup
  const [asleep, due] = [Math.round(1_000_000 * factor), Math.round(100_000 * factor)]
  try {
    await holdTicker(pool)
    const emptyPass = await millisecondsOfPass(pool)
    await fill(pool, 'due_work', tenantId, asleep, "now() + interval '1 year'")
    const asleepPass = await millisecondsOfPass(pool)
    await pool.query(
      `update due_work set due_at = now() - interval '1 minute'
      where tenant_id = $1 and kind = 'bench' and key::int <= $2`,
      [tenantId, due],
    )
    await pool.query('vacuum analyze due_work')
    const bareRate = await bareLoop(pool, tenantId, due)
    const rate = await claimAll(pool, tenantId, due)
    return { asleep, emptyPass, asleepPass, due, bareRate, rate }
  } finally {
    await pool.query('truncate due_work')
    await pool.query(
      `delete from graphile_worker._private_jobs where task_id in (
         select id from graphile_worker._private_tasks where identifier = $1)`,
      [noTask],
    )
    await pool.query('update ticker set leased_until = null')
    await pool.end()
  }
}
