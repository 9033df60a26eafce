import type { BulkJob } from '@steward/contracts/bulk'
import { isUndoing } from '../bulk.calls.ts'
import { countText, recordNoun } from '../job-words.ts'
import { numberText } from '../../../ui/reader.ts'

/** The progress of an undo, or its result; null when no one asked for one. */
export function undoneSentence(job: BulkJob): string | null {
  if (!job.undo) return null
  const { undone, kept, state, failure } = job.undo
  // Parents that the import made go back with it, and they are of another level.
  const name = recordNoun(job)
  if (isUndoing(job)) return `Undoing: ${countText(undone, name)} restored so far`
  if (state === 30) return `The undo stopped after ${countText(undone, name)}. ${failure ?? ''}`.trim()
  const back = `${countText(undone, name)} reverted`
  if (kept === 0) return `Undone: ${back}.`
  return `Undone: ${back}, ${numberText(kept)} kept because ${kept === 1 ? 'it was' : 'they were'} edited since.`
}
