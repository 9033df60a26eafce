import { AsyncLocalStorage } from 'node:async_hooks'

/** A statement that can be cancelled. */
export interface Running {
  cancel(): void
}

/** The work of a call. */
export interface CallLane {
  kind: 'call'
  /** Whether the call only reads: no one misses what it has not read. */
  reads: boolean
  /** Whether no one waits for the answer any more. */
  isGone: boolean
  /** Its statements that run just now. */
  running: Set<Running>
}

/** The work of a job. */
export interface JobLane {
  kind: 'job'
  /** Rests where calls want the machine; see `breathe`. */
  breathe(): Promise<void>
  /** Whether calls wanted the machine at the last breath. */
  isBeset: boolean
}

export type Lane = CallLane | JobLane

/** The lane of what a worker does beside its jobs. */
export const besideJobs: JobLane = { kind: 'job', breathe: async () => undefined, isBeset: false }

const lanes = new AsyncLocalStorage<Lane>()

/** Runs work in a lane, which everything that it calls, and what it leaves running, can ask for. */
export function inLane<T>(lane: Lane, work: () => T): T {
  return lanes.run(lane, work)
}

/** The lane of the present work; undefined where no one said, as at the start of the process. */
export function currentLane(): Lane | undefined {
  return lanes.getStore()
}

/** How much smaller pieces are that pass through the process while calls want it. */
const smaller = 10

/** How many of something a job takes on at once, of `most` that it may: fewer where calls wait meanwhile. */
export function pieceOf(most: number): number {
  const lane = lanes.getStore()
  return lane?.kind === 'job' && lane.isBeset ? Math.ceil(most / smaller) : most
}

/** Called between the pieces of a long job: lets calls go first for a while where there are any. */
export async function breathe(): Promise<void> {
  const lane = lanes.getStore()
  if (lane?.kind === 'job') await lane.breathe()
}
