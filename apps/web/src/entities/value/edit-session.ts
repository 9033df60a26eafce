import type { FieldValue, ReadValue } from '@steward/contracts/value'
import type { EditMove } from '../../components/edit-move.ts'
import { sameValue } from './record-value.ts'

export interface EditSession {
  /** Gives the sentence to show when the value cannot be taken; the session then goes on. */
  commit(read: ReadValue, move: EditMove): string | undefined
  cancel(): void
}

/**
 * One opening of an editor. However many keys and blurs ask for it, what was typed is saved once,
 * and only when it differs from what was there.
 */
export function createEditSession(
  before: FieldValue | null,
  save: (value: FieldValue | null) => void,
  close: (move: EditMove) => void,
): EditSession {
  let settled = false
  return {
    commit(read, move) {
      if (settled) return undefined
      if (!read.ok) return read.message
      settled = true
      if (!sameValue(before, read.value)) save(read.value)
      close(move)
      return undefined
    },
    cancel() {
      if (settled) return
      settled = true
      close('stay')
    },
  }
}
