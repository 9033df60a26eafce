import { executionStatusId } from '@steward/contracts/plain/scenario'
import type { Outcome } from '../scenario-management/index.ts'

/** Where a record stands after a node. */
export interface Step {
  /** As the place of an execution's status; in progress for one that stays. */
  status: number
  /** The key of the next node; null where it stays or leaves. */
  next: string | null
  /** Why it left, in a word; null where it didn't. */
  left: 'completed' | 'rejected' | 'skipped' | null
  isFailed: boolean
  wakeAt: Date | null
  cause: string | null
  reason: string | null
}

const still: Step = {
  status: executionStatusId('in_progress'),
  next: null,
  left: null,
  isFailed: false,
  wakeAt: null,
  cause: null,
  reason: null,
}

/** What an outcome means for a record at a node with these ways out: the same in a real run and in a rehearsal. */
export function stepOf(outcome: Outcome, next: Readonly<Record<string, string>>): Step {
  switch (outcome.kind) {
    case 'next':
      return {
        ...still,
        status: executionStatusId('completed'),
        next: next[outcome.branch] as string,
        reason: outcome.reason ?? null,
      }
    case 'wait':
      return { ...still, wakeAt: outcome.until }
    case 'reject':
      return { ...still, status: executionStatusId('rejected'), left: 'rejected', reason: outcome.reason }
    case 'skip': {
      const target = outcome.branch === undefined ? null : (next[outcome.branch] as string)
      const left = target === null ? 'skipped' : null
      return {
        ...still,
        status: executionStatusId('unattended_skip'),
        next: target,
        left,
        reason: outcome.reason,
      }
    }
    case 'end':
      return { ...still, status: executionStatusId('completed'), left: 'completed' }
    case 'fail':
      return {
        ...still,
        status: executionStatusId('unattended_failure'),
        isFailed: true,
        cause: outcome.cause,
        reason: outcome.reason,
      }
  }
}
