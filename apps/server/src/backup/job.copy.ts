import type pg from 'pg'
import { z } from 'zod'
import { hasTable } from './catalogue.read-model.ts'

const jobSchema = z.object({
  task: z.string(),
  payload: z.json(),
  queue: z.string().nullable(),
  key: z.string().nullable(),
  runAt: z.string(),
  mostAttempts: z.int(),
  priority: z.int(),
})

type WaitingJob = z.infer<typeof jobSchema>

/** Jobs that wait or run, as lines of JSON; of all tenants, or of one. Those that were abandoned stay behind. */
export async function readJobs(client: pg.ClientBase, tenantId?: number): Promise<string> {
  if (!(await hasTable(client, 'graphile_worker._private_jobs'))) return ''
  const { rows } = await client.query<{ line: string }>(
    `select json_build_object('task', t.identifier, 'payload', j.payload, 'queue', q.queue_name, 'key', j.key,
       'runAt', j.run_at, 'mostAttempts', j.max_attempts, 'priority', j.priority)::text as line
     from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id
     left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
     where j.attempts < j.max_attempts and ($1::integer is null or (j.payload ->> 'tenantId') = $1::text)
     order by j.id`,
    [tenantId ?? null],
  )
  return rows.map(({ line }) => `${line}\n`).join('')
}

/** Keys and queues name the tenant as their first number. */
function renamed(name: string | null, from: number, to: number): string | null {
  return name?.replace(new RegExp(`:${from}(?=:|$)`), `:${to}`) ?? null
}

/** A key that is not the tenant's own stays behind: a job replaces the one of its key, anyone who waits for that. */
function ownKey(key: string | null, from: number, to: number): string | null {
  const tenant = key?.split(':').find((part) => /^\d+$/.test(part))
  return tenant === String(from) ? renamed(key, from, to) : null
}

/** The job for a tenant of another id. */
export function jobOf(job: WaitingJob, from: number, to: number): WaitingJob {
  return {
    ...job,
    key: ownKey(job.key, from, to),
    queue: renamed(job.queue, from, to),
    payload: { ...(job.payload as object), tenantId: to } as WaitingJob['payload'],
  }
}

export function parseJobs(text: string): WaitingJob[] {
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => jobSchema.parse(JSON.parse(line)))
}

/** Adds jobs in the transaction of the connection. */
export async function addJobs(client: pg.ClientBase, jobs: readonly WaitingJob[]): Promise<void> {
  for (const { task, payload, queue, key, runAt, mostAttempts, priority } of jobs) {
    await client.query(
      `select graphile_worker.add_job($1, $2::json, $3, $4::timestamptz, $5::integer, $6, $7::integer,
         array_remove(array['tenant:' || ($2::json ->> 'tenantId')], null))`,
      [task, JSON.stringify(payload), queue, runAt, mostAttempts, key, priority],
    )
  }
}
