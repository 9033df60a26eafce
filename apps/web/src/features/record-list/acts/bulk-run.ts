import type { Changed } from '@steward/contracts/record'
import { idsPerCall } from '../../../api/records.ts'

export interface BulkResult {
  changeSetIds: number[]
  changed: number
  refused: Changed['refused']
  /** What ended the run before all were sent. */
  error?: unknown
}

/** Bulk changes of fewer records than this offer Undo. */
export const undoableBelow = 200

/** Sends ids in as few calls as may be, one after the other; what was done before a failure is kept. */
export async function runInCalls(
  ids: readonly number[],
  call: (ids: readonly number[]) => Promise<Changed>,
): Promise<BulkResult> {
  const result: BulkResult = { changeSetIds: [], changed: 0, refused: [] }
  for (let from = 0; from < ids.length; from += idsPerCall) {
    try {
      const { changeSetId, changed, refused } = await call(ids.slice(from, from + idsPerCall))
      if (changeSetId !== null) result.changeSetIds.push(changeSetId)
      result.changed += changed
      result.refused.push(...refused)
    } catch (error) {
      return { ...result, error }
    }
  }
  return result
}
