import { AppError, isDatabaseAway, sqlState } from '../../platform/errors.ts'
import type { Listener } from '../../platform/events/events.ts'
import { addJob, type Task } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { TableError } from '../../platform/tabular/index.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { asOnlyRunner } from './bulk-lock.store.ts'
import { TakenOver } from './bulk.run-end.ts'
import { finish, runJob } from './bulk.run.ts'
import type { BulkNeighbours } from './bulk.setup.ts'
import { findJob, listUnfinished, type JobRow } from './bulk.store.ts'
import { undoJob } from './bulk.undo.ts'

interface BulkPayload {
  tenantId: number
  jobId: number
}

/** Adds the work on a job; adding it again changes nothing. */
export function addBulkJob(db: Db | Tx, payload: BulkPayload, after?: number): Promise<void> {
  const key = `bulk.run:${payload.tenantId}:${payload.jobId}`
  return addJob(db, { task: 'bulk.run', payload, key, ...(after ? { after } : {}) })
}

/** How long a job waits before it asks again whether another one has ended, in milliseconds. */
const retryAfter = 1000
const attempts = 5
/** Written rows from which the tables are worth tidying. */
const tidyFrom = 10_000

/** Two writers met: unique violation, serialization failure, deadlock. A fresh attempt sees what the other wrote. */
const collisions = new Set(['23505', '40001', '40P01'])

function isPassing(error: unknown): boolean {
  return error instanceof TakenOver || isDatabaseAway(error) || sqlState(error)?.startsWith('57') === true
}

function sentenceOf(error: unknown): string | undefined {
  return error instanceof TableError || error instanceof AppError ? error.message : undefined
}

const isUnfinished = (job: JobRow): boolean =>
  job.state === 10 || job.state === 20 || job.undoState === 10 || job.undoState === 20

/** The jobs of this module, what restarts them, and what follows an import. */
export function createBulkJobs(platform: Platform, neighbours: BulkNeighbours) {
  const dbOf = (tenantId: number) => platform.database.tenant(tenantId)

  async function work(tenantId: number, job: JobRow, signal: AbortSignal): Promise<void> {
    if (job.state !== 10 && job.state !== 20)
      return undoJob(platform, neighbours, tenantId, job.jobId, signal)
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await runJob(platform, neighbours, tenantId, job.jobId, signal)
      } catch (error) {
        if (attempt < attempts && collisions.has(sqlState(error) ?? '')) continue
        if (isPassing(error)) throw error
        const sentence = sentenceOf(error)
        if (!sentence) platform.log.error({ err: error, jobId: job.jobId }, 'bulk job failed')
        const failure =
          sentence ??
          'Something went wrong. The rows before it are done; start the import again for the rest.'
        return finish(platform, tenantId, job, { state: 30, failure })
      }
    }
  }

  const run: Task = async (payload, { signal }) => {
    const { tenantId, jobId } = payload as BulkPayload
    const job = await findJob(dbOf(tenantId), tenantId, jobId)
    if (!job || !isUnfinished(job)) return
    const ran = await asOnlyRunner(platform.database.url, { tenantId, jobId, preview: job.preview }, () =>
      work(tenantId, job, signal),
    )
    // Another runner is at it, or this process stops and leaves the rest to one that lives on.
    if (!ran || signal.aborted) await addBulkJob(dbOf(tenantId), { tenantId, jobId }, retryAfter)
  }

  /** Index-only scans need the visibility map, and plans need fresh figures. */
  const tidy: Task = async () => {
    await platform.database.owner.query('vacuum (analyze) record')
    await platform.database.owner.query('analyze change')
  }

  const finished: Listener = {
    type: 'bulk.finished',
    async hear({ tenantId, payload }) {
      const { jobId } = payload as { jobId: number }
      const job = await findJob(dbOf(tenantId), tenantId, jobId)
      if (!job || job.created + job.updated < tidyFrom) return
      await addJob(dbOf(tenantId), { task: 'bulk.tidy', payload: {}, key: 'bulk.tidy' })
    },
  }

  return {
    tasks: { 'bulk.run': run, 'bulk.tidy': tidy },
    listeners: [finished],
    /** Takes up what a killed process left. */
    async onWorkerStart(): Promise<void> {
      for (const { tenantId, jobId } of await listUnfinished(platform.database.anonymous)) {
        await addBulkJob(dbOf(tenantId), { tenantId, jobId })
      }
    },
  }
}
