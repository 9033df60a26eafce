import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { secretKey, startTestApp, type TestApp } from '../harness.ts'
import { byLength } from '../length.ts'

/** Tasks that are due the same morning; the first user has as many as three transactions remind of. */
const [taskCount, userCount] = byLength([4000, 40], [100_000, 1000])
const ofFirst = 2500
const kills = byLength(2, 6)
/** A worker frees the jobs of a killed one only after a while. Milliseconds. */
const patience = byLength(120_000, 600_000)
const program = fileURLToPath(new URL('sending-program.ts', import.meta.url))

let app: TestApp
let worker: ChildProcess | undefined

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => {
  worker?.kill('SIGKILL')
  await app.stop()
})

const owner = () => app.application.platform.database.owner

async function readNumber(sql: string): Promise<number> {
  const { rows } = await owner().query<{ n: string }>(sql, [app.tenantId])
  return Number(rows[0]?.n)
}

/** Users with tasks of one day, and the work that reminds each of them, as `scheduleReminders` leaves it. */
async function fill(day: string): Promise<void> {
  await owner().query(
    `insert into app_user (tenant_id, email, first_name, role_id, status, created_at)
     select $1, 'worker' || i || '@example.com', 'Worker ' || i, 2, 'ACTIVE', now() from generate_series(1, $2::int) i`,
    [app.tenantId, userCount],
  )
  await owner().query(
    `with workers as (select array_agg(user_id order by user_id) as ids from app_user
       where tenant_id = $1 and email like 'worker%@example.com')
     insert into task (tenant_id, type, status, priority, due_on, assignee_id, title, created_at, updated_at)
     select $1, 1, 1, 2, $2::date, ids[case when i <= $3 then 1 else 1 + i % $4 end], 'Task ' || i, now(), now()
     from workers, generate_series(1, $5::int) i`,
    [app.tenantId, day, ofFirst, userCount, taskCount],
  )
  await owner().query(
    `insert into due_work (tenant_id, kind, key, due_at, payload)
     select $1, 'task.remind', assignee_id || ':' || $2::text, ($2::date + time '08:00') at time zone 'UTC',
       jsonb_build_object('userId', assignee_id, 'day', $2::text)
     from task where tenant_id = $1 group by assignee_id`,
    [app.tenantId, day],
  )
}

/** A worker process whose clock is a day and a half ahead. */
function startWorker(): ChildProcess {
  return spawn(process.execPath, [program], {
    env: {
      ...process.env,
      DATABASE_URL: app.application.platform.database.url,
      SECRET_KEY: secretKey,
      CLOCK_AHEAD: String(36 * 3_600_000),
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}

const reminded = () =>
  readNumber('select count(*) as n from task where tenant_id = $1 and reminded_on = due_on')

const waiting = () =>
  readNumber(`select count(*) as n from due_work where tenant_id = $1 and kind = 'task.remind'`)

it(
  `reminds of each of ${taskCount} tasks once, with ${kills} kills`,
  { timeout: (kills + 2) * patience },
  async () => {
    const tomorrow = new Date(app.clock.now().getTime() + 24 * 3_600_000).toISOString().slice(0, 10)
    await fill(tomorrow)
    for (let kill = 1; kill <= kills; kill += 1) {
      worker = startWorker()
      const gone = once(worker, 'exit')
      const enough = Math.floor((taskCount * kill) / (kills + 1))
      await expect
        .poll(reminded, { timeout: patience, interval: byLength(5, 100) })
        .toBeGreaterThanOrEqual(enough)
      worker.kill('SIGKILL')
      expect((await gone)[1]).toBe('SIGKILL')
    }
    worker = startWorker()
    await expect.poll(reminded, { timeout: patience, interval: 100 }).toBe(taskCount)
    await expect.poll(waiting, { timeout: patience, interval: 100 }).toBe(0)

    const { rows } = await owner().query<{ told: number; tasks: number }>(
      `select coalesce(n.told, 0)::int as told, t.tasks::int as tasks
       from (select assignee_id, count(*) as tasks from task where tenant_id = $1 group by 1) t
       left join (select recipient, sum(count) as told from notification
         where tenant_id = $1 and kind = 'task.due' group by 1) n on n.recipient = t.assignee_id`,
      [app.tenantId],
    )
    expect(rows).toHaveLength(userCount)
    expect(rows.filter(({ told, tasks }) => told !== tasks)).toEqual([])
  },
)
