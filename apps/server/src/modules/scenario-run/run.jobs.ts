import { transact } from '../../platform/db/database.ts'
import { addJob, type Task } from '../../platform/jobs/jobs.ts'
import { progressed } from '../../platform/jobs/progress.ts'
import { batchSizeOf, yieldToCalls } from '../../platform/pace/lane.ts'
import type { Platform } from '../../platform/platform.ts'
import type { DueHandler } from '../../platform/schedule/schedule.ts'
import { executionStatusId } from '@steward/contracts/plain/scenario'
import { addJobs, advanceTask } from './advance.queue.ts'
import type { Advance } from './advance.ts'
import { foldCounts, noteCounts } from './count.store.ts'
import { endRuns, wakeRuns, type RunPlace } from './run.store.ts'

/** Batches of a job, after which others get their turn. */
const batchesInTurn = 20
/** Waits that end in one transaction. */
const wokenAtOnce = 5000
/** Runs that leave an archived scenario in one transaction. */
const endedAtOnce = 5000
/** Milliseconds until counts are folded: many batches, one fold. */
const foldAfter = 30_000

const foldTask = 'scenario.fold'
export const endTask = 'scenario.end'

const inProgress = executionStatusId('in_progress')

/** The work of scenarios in the background. */
export function createRunJobs({ database, clock }: Platform, advance: Advance) {
  const advanceAll: Task = async (payload, { signal }) => {
    const place = payload as RunPlace
    const { tenantId } = place
    const db = database.tenant(tenantId)
    let mayBeMore = true
    for (let batches = 0; mayBeMore && batches < batchesInTurn && !signal.aborted; batches += 1) {
      mayBeMore = await advance(place)
      await progressed()
      await yieldToCalls()
    }
    await transact(db, async (tx) => {
      if (mayBeMore) await addJobs(tx, [place])
      await addJob(tx, {
        task: foldTask,
        payload: { tenantId },
        key: `${foldTask}:${tenantId}`,
        after: foldAfter,
      })
    })
  }

  const fold: Task = async (payload) => {
    const { tenantId } = payload as { tenantId: number }
    await transact(database.tenant(tenantId), (tx) => foldCounts(tx, tenantId))
  }

  const end: Task = async (payload) => {
    const { tenantId, scenarioId } = payload as { tenantId: number; scenarioId: number }
    for (let mayBeMore = true; mayBeMore; await yieldToCalls()) {
      const size = batchSizeOf(endedAtOnce)
      mayBeMore = await transact(database.tenant(tenantId), async (tx) => {
        const groups = await endRuns(tx, { tenantId, scenarioId }, clock.now(), size)
        const counts = groups.filter(({ isInProgress }) => isInProgress)
        await noteCounts(
          tx,
          tenantId,
          counts.map(({ nodeId, n }) => ({ nodeId, status: inProgress, n: -n })),
        )
        return groups.reduce((sum, { n }) => sum + n, 0) >= size
      })
      await progressed()
    }
  }

  /** Ends the waits that are over, in slices. */
  const wake: DueHandler = async (tenantId) => {
    for (let mayBeMore = true; mayBeMore; await yieldToCalls()) {
      const size = batchSizeOf(wokenAtOnce)
      mayBeMore = await transact(database.tenant(tenantId), async (tx) => {
        const slice = await wakeRuns(tx, tenantId, clock.now(), size)
        await addJobs(tx, slice.places)
        return slice.woken >= size
      })
      await progressed()
    }
  }

  return { tasks: { [advanceTask]: advanceAll, [foldTask]: fold, [endTask]: end }, wake }
}
