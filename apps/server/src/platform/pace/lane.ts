import { AsyncLocalStorage } from 'node:async_hooks'

/** A statement that can be canceled. */
export interface Running {
  cancel(): void
}

/** The work of a call. */
export interface CallLane {
  kind: 'call'
  /** Whether the call only reads, so that it can be canceled safely. */
  reads: boolean
  /** Whether the caller has disconnected. */
  isGone: boolean
  /** Its running statements. */
  running: Set<Running>
}

/** The work of a job. */
export interface JobLane {
  kind: 'job'
  /** Pauses while calls are busy; see `yieldToCalls`. */
  yieldToCalls(): Promise<void>
  /** Whether calls were busy at the last check. */
  isThrottled: boolean
}

export type Lane = CallLane | JobLane

/** The lane of what a worker does outside of jobs, which is never throttled. */
export const unthrottledLane: JobLane = {
  kind: 'job',
  yieldToCalls: async () => undefined,
  isThrottled: false,
}

const lanes = new AsyncLocalStorage<Lane>()

/** Runs work in a lane; everything it calls, and work it leaves running, can read the lane. */
export function inLane<T>(lane: Lane, work: () => T): T {
  return lanes.run(lane, work)
}

/** The lane of the current work; undefined outside of lanes, such as at the start of the process. */
export function currentLane(): Lane | undefined {
  return lanes.getStore()
}

/** Batches are divided by this while calls are busy. */
const divisor = 10

/** The batch size of a job: `most`, or fewer while calls are busy. */
export function batchSizeOf(most: number): number {
  return isThrottled() ? Math.ceil(most / divisor) : most
}

/** Whether the current work is a job that leaves room for calls. */
export function isThrottled(): boolean {
  const lane = lanes.getStore()
  return lane?.kind === 'job' && lane.isThrottled
}

/** Called between the batches of a long job: pauses while calls are busy. */
export async function yieldToCalls(): Promise<void> {
  const lane = lanes.getStore()
  if (lane?.kind === 'job') await lane.yieldToCalls()
}
