import { bulkStates } from '@steward/contracts/bulk'

/** The states of a job, and of its undo. */
export type BulkState = (typeof bulkStates)[keyof typeof bulkStates]
export type EndState = typeof bulkStates.Stopped | typeof bulkStates.Completed

const { Submitting, Submitted, Processing, Stopped, Completed } = bulkStates

/** Lists of states for SQL: what a worker has to do, what has not ended, and what has. */
export const activeStates = [Submitted, Processing].join(', ')
export const unendedStates = [Submitting, Submitted, Processing].join(', ')
export const endedStates = [Stopped, Completed].join(', ')

/** Whether a worker has something to do for a job, or an undo, in this state. */
export function isActive(state: BulkState | null): boolean {
  return state === Submitted || state === Processing
}

export function hasEnded(state: BulkState): boolean {
  return state === Stopped || state === Completed
}

/** Another runner has gone on with a job, of which nothing that this one was about to write counts. */
export class TakenOver extends Error {
  constructor(jobId: number) {
    super(`Bulk job ${jobId} was taken over by another runner`)
  }
}
