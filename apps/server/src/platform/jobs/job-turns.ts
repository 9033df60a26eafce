import type { WorkerEvents } from 'graphile-worker'
import type pg from 'pg'

/** The flag of a tenant's jobs, by which a worker can skip them. */
const flagOf = (tenantId: number) => `tenant:${tenantId}`

/** For so long is it remembered which tenants have jobs that wait: shorter while there are several. Milliseconds. */
const memory = { alone: 1000, several: 250 }

/**
 * Gives the workers of a process to tenants in turns: one whose jobs are many never holds all of them, and
 * where several have jobs that wait, anyone who holds fewest is next, and among those whose last turn is the
 * longest ago.
 */
export interface JobTurns {
  /** The marks of the jobs that the next free worker passes over. */
  forbidden(): Promise<string[]>
  /** Does the work of a job in the name of its tenant, if it has one. */
  hold<T>(tenantId: number | undefined, work: () => Promise<T>): Promise<T>
}

/** Tenants with jobs that could be worked on now. */
async function readWaiting(owner: pg.Pool): Promise<number[]> {
  const { rows } = await owner.query<{ flag: string }>(
    `select distinct flag
     from graphile_worker._private_jobs job
     left join graphile_worker._private_job_queues queue on queue.id = job.job_queue_id
     cross join lateral jsonb_object_keys(job.flags) flag
     where job.is_available and job.run_at <= now() and coalesce(queue.is_available, true)`,
  )
  return rows.map(({ flag }) => Number(flag.slice(flagOf(0).length - 1))).filter(Number.isSafeInteger)
}

/** `events` are those of the workers of this process. */
export function createJobTurns(owner: pg.Pool, events: WorkerEvents, concurrency: number): JobTurns {
  const held = new Map<number, number>()
  const lastTurn = new Map<number, number>()
  const most = Math.max(1, concurrency - 1)
  let waiting: number[] = []
  let readAt = -Infinity
  let reading: Promise<void> | undefined
  /** Workers who ask for a job, and may be given one of any tenant. */
  let asking = 0
  let turn = 0

  const heldBy = (tenantId: number) => held.get(tenantId) ?? 0
  const answered = () => void (asking = Math.max(0, asking - 1))
  events.on('worker:getJob:empty', answered)
  events.on('worker:getJob:error', answered)

  async function read(): Promise<void> {
    readAt = performance.now()
    waiting = await readWaiting(owner)
    for (const tenantId of lastTurn.keys()) {
      if (!waiting.includes(tenantId) && heldBy(tenantId) === 0) lastTurn.delete(tenantId)
    }
  }

  /** Several who ask at once are answered by what is there now. */
  async function refresh(isUrgent: boolean): Promise<void> {
    const age = performance.now() - readAt
    if (!isUrgent && age < (waiting.length > 1 ? memory.several : memory.alone)) return
    reading ??= read().finally(() => (reading = undefined))
    await reading
  }

  function isBefore(one: number, other: number): boolean {
    const difference = heldBy(one) - heldBy(other)
    return difference < 0 || (difference === 0 && (lastTurn.get(one) ?? 0) < (lastTurn.get(other) ?? 0))
  }

  function nextOf(candidates: readonly number[]): number | undefined {
    return candidates.reduce<number | undefined>(
      (best, one) => (best === undefined || isBefore(one, best) ? one : best),
      undefined,
    )
  }

  return {
    async forbidden() {
      const before = asking
      asking += 1
      await refresh(before > 0)
      const known = [...new Set([...held.keys(), ...waiting])]
      const full = concurrency > 1 ? known.filter((one) => heldBy(one) + before >= most) : []
      if (waiting.length < 2) return full.map(flagOf)
      const next = nextOf(waiting.filter((tenantId) => !full.includes(tenantId)))
      // Anyone who asks next gives the turn to another, though this job may not have begun by then.
      if (next !== undefined) lastTurn.set(next, (turn += 1))
      return known.filter((one) => one !== next && (waiting.includes(one) || full.includes(one))).map(flagOf)
    },
    async hold(tenantId, work) {
      answered()
      if (tenantId === undefined) return work()
      held.set(tenantId, heldBy(tenantId) + 1)
      try {
        return await work()
      } finally {
        const rest = heldBy(tenantId) - 1
        if (rest > 0) held.set(tenantId, rest)
        else held.delete(tenantId)
      }
    },
  }
}

/** The tenant of a job, by its payload. */
export function tenantOf(payload: unknown): number | undefined {
  const tenantId = (payload as { tenantId?: unknown } | null)?.tenantId
  return typeof tenantId === 'number' ? tenantId : undefined
}
