import type { Tx } from '../../platform/db/database.ts'
import { addJob } from '../../platform/jobs/jobs.ts'
import { schedule } from '../../platform/schedule/schedule.ts'
import type { RunPlace } from './run.store.ts'

export const advanceTask = 'scenario.advance'
export const wakeKind = 'scenario.wake'

/** Adds a job for each place at which runs are ready. One that waits already is not added again. */
export async function addJobs(tx: Tx, places: readonly RunPlace[]): Promise<void> {
  for (const { tenantId, scenarioId, version, nodeId } of places) {
    await addJob(tx, {
      task: advanceTask,
      payload: { tenantId, scenarioId, version, nodeId },
      key: `${advanceTask}:${tenantId}:${version}:${nodeId}`,
    })
  }
}

/** Schedules the ends of waits: one row for all that end in the same minute, whatever their number. */
export async function scheduleWakes(tx: Tx, tenantId: number, times: readonly Date[]): Promise<void> {
  const distinct = new Map(times.map((time) => [time.toISOString(), time]))
  await schedule(
    tx,
    tenantId,
    [...distinct].map(([key, dueAt]) => ({ kind: wakeKind, key, dueAt })),
  )
}
