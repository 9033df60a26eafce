import { bulkStates } from '@steward/contracts/bulk'
import { bulkFinished } from '@steward/contracts/event/bulk.event'
import { AppError, isPassing, sqlState } from '../../platform/errors.ts'
import { handle } from '../../platform/events/events.ts'
import { addJob, keysInHand, type Task } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { TableError } from '../../platform/tabular/index.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { asOnlyRunner } from './bulk-lock.store.ts'
import { finish, runJob } from './bulk.run.ts'
import { noteFailing, stopUndo } from './bulk-progress.store.ts'
import type { BulkNeighbours } from './bulk.setup.ts'
import { TakenOver, isActive } from './bulk.state.ts'
import { findFirstInLine, findJob, listUnfinished, type JobRow } from './bulk.store.ts'
import { undoJob } from './bulk.undo.ts'

interface BulkPayload {
  tenantId: number
  jobId: number
}

const keyOf = ({ tenantId, jobId }: BulkPayload): string => `bulk.run:${tenantId}:${jobId}`

/** Adds the work on a job; adding it again changes nothing. */
export function addBulkJob(db: Db | Tx, payload: BulkPayload, after?: number): Promise<void> {
  const key = keyOf(payload)
  return addJob(db, { task: 'bulk.run', payload, key, ...(after ? { after } : {}) })
}

/** How long a job waits before it asks again whether another one has ended, in milliseconds. */
const retryAfter = 1000
/**
 * How long a job waits for something that is away before it asks again, and after how long without it fails:
 * those behind it in the line wait as well. Milliseconds.
 */
const askAgainAfter = 10_000
const longestAway = 30 * 60_000
const attempts = 5
/** Written rows from which the tables are worth tidying. */
const tidyFrom = 10_000
/** Milliseconds for which it rests after some pages, as autovacuum does. */
const tidyDelay = 2

/** Two writers met: unique violation, serialization failure, deadlock, a lock that took too long. A fresh attempt sees what the other wrote. */
const collisions = new Set(['23505', '40001', '40P01', '55P03'])

function mayPass(error: unknown): boolean {
  return isPassing(error) || sqlState(error) === '55P03'
}

const away = 'The database, the file storage, or locked records were not available for a long time.'

function sentenceOf(error: unknown): string | undefined {
  if (error instanceof TableError || error instanceof AppError) return error.message
  return mayPass(error) ? away : undefined
}

const isUnfinished = ({ state, undoState }: JobRow): boolean => isActive(state) || isActive(undoState)

/** The jobs of this module, what restarts them, and what follows an import. */
export function createBulkJobs(platform: Platform, neighbours: BulkNeighbours) {
  const dbOf = (tenantId: number) => platform.database.tenant(tenantId)

  /** Ends a job, or its undo, that cannot go on; its user reads why, and may begin again. */
  async function giveUp(tenantId: number, job: JobRow, error: unknown): Promise<void> {
    const sentence = sentenceOf(error)
    if (!sentence) platform.log.error({ err: error, jobId: job.jobId }, 'bulk job failed')
    const begun = sentence ?? 'Something went wrong.'
    if (!isActive(job.state)) {
      const failure = `${begun} What was reverted stays so; undo again for the rest.`
      return stopUndo(dbOf(tenantId), tenantId, job.jobId, failure)
    }
    const rest = 'The previous rows were imported. Start the import again for the rest.'
    const failure = sentence && !mayPass(error) ? sentence : `${begun} ${rest}`
    return finish(platform, tenantId, job, { state: bulkStates.Stopped, failure })
  }

  /** Comes back soon to a job that cannot go on for now, unless that has lasted for long. */
  async function comeBack(tenantId: number, job: JobRow, error: unknown): Promise<void> {
    const now = platform.clock.now()
    const since = await noteFailing(dbOf(tenantId), tenantId, job.jobId, now)
    if (now.getTime() - since.getTime() >= longestAway) return giveUp(tenantId, job, error)
    platform.log.warn({ err: error, jobId: job.jobId, since }, 'a bulk job cannot go on for now')
    await addBulkJob(dbOf(tenantId), { tenantId, jobId: job.jobId }, askAgainAfter)
  }

  async function work(tenantId: number, job: JobRow, signal: AbortSignal): Promise<void> {
    const go = isActive(job.state) ? runJob : undoJob
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await go(platform, neighbours, tenantId, job.jobId, signal)
      } catch (error) {
        if (attempt < attempts && collisions.has(sqlState(error) ?? '')) continue
        if (error instanceof TakenOver || mayPass(error)) return comeBack(tenantId, job, error)
        return giveUp(tenantId, job, error)
      }
    }
  }

  const run: Task = async (payload, { signal }) => {
    const { tenantId, jobId } = payload as BulkPayload
    const db = dbOf(tenantId)
    const job = await findJob(db, tenantId, jobId)
    if (!job || !isUnfinished(job)) return
    const again = () => addBulkJob(db, { tenantId, jobId }, retryAfter)
    if (!job.preview && (await findFirstInLine(db, tenantId)) !== jobId) return again()
    const ran = await asOnlyRunner(
      platform.database.url,
      { tenantId, jobId, preview: job.preview },
      async () => {
        // Another runner may have ended it meanwhile.
        const now = await findJob(db, tenantId, jobId)
        if (now && isUnfinished(now)) await work(tenantId, now, signal)
      },
    )
    // Another runner is at it, or this process stops and leaves the rest to one that lives on.
    if (!ran || signal.aborted) return again()
    const next = job.preview ? undefined : await findFirstInLine(db, tenantId)
    if (next !== undefined && next !== jobId) await addBulkJob(db, { tenantId, jobId: next })
  }

  /** Takes up jobs that no one has in hand any more, for those behind them wait. */
  const takeUp: Task = async () => {
    const unfinished = await listUnfinished(platform.database.anonymous)
    const kept = await keysInHand(platform.database.owner, unfinished.map(keyOf))
    for (const payload of unfinished) {
      if (!kept.has(keyOf(payload))) await addBulkJob(dbOf(payload.tenantId), payload)
    }
  }

  /** Index-only scans need the visibility map, and plans need fresh figures. No one waits for it, so calls come first. */
  const tidy: Task = async () => {
    const client = await platform.database.owner.connect()
    try {
      await client.query(`set vacuum_cost_delay = '${tidyDelay}ms'`)
      await client.query('vacuum (analyze, parallel 0) record')
      await client.query('analyze change')
      await client.query('reset vacuum_cost_delay')
      client.release()
    } catch (error) {
      client.release(error as Error)
      throw error
    }
  }

  const finished = handle(bulkFinished, async ({ tenantId, payload }) => {
    const job = await findJob(dbOf(tenantId), tenantId, payload.jobId)
    if (!job || job.created + job.updated < tidyFrom) return
    await addJob(dbOf(tenantId), { task: 'bulk.tidy', payload: {}, key: 'bulk.tidy' })
  })

  return {
    tasks: { 'bulk.run': run, 'bulk.tidy': tidy, 'bulk:take-up': takeUp },
    schedules: ['*/5 * * * * bulk:take-up'],
    subscribers: [{ name: 'bulk', handlers: [finished] }],
    /** Takes up what a killed process left. */
    async onWorkerStart(): Promise<void> {
      for (const { tenantId, jobId } of await listUnfinished(platform.database.anonymous)) {
        await addBulkJob(dbOf(tenantId), { tenantId, jobId })
      }
    },
  }
}
