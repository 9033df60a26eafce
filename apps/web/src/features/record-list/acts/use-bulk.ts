import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { Level } from '@steward/contracts/level'
import type { Changed } from '@steward/contracts/record'
import { isSessionExpired } from '../../../api/api-error.ts'
import { errorText } from '../../../api/error-text.ts'
import {
  type AssignMode,
  assignRecords,
  type BulkChange,
  updateRecords,
  refreshRecords,
} from '../../../entities/record/index.ts'
import { useDone } from '../../../entities/change-set/index.ts'
import { toast } from '../../../ui/toast.tsx'
import { changeSubject } from './use-record-edits.ts'
import { countedRecords } from './bulk-update-words.ts'

/** Changes of fewer records than this offer Undo. */
const undoableBelow = 200

export interface Bulk {
  busy: boolean
  /** The outcome; null where it failed as a whole. */
  change: (ids: readonly number[], change: BulkChange, verb: string) => Promise<Changed | null>
  assign: (ids: readonly number[], owners: readonly number[], mode: AssignMode) => Promise<Changed | null>
  refused: Changed['refused']
  dismissRefused: () => void
}

/** Changes to at most `idsPerCall` records at once, told in one message that can take them back. */
export function useBulk(level: Level): Bulk {
  const client = useQueryClient()
  const done = useDone()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<Changed['refused']>([])

  function tell({ changed, changeSetId, refused: left }: Changed, verb: string) {
    const label = `${countedRecords(changed, level)} ${verb}`
    const canUndo = changed > 0 && changed < undoableBelow && changeSetId !== null
    if (canUndo) done(label, changeSetId, changeSubject)
    else if (changed > 0) toast.done(label, { subject: changeSubject })
    else if (left.length === 0) toast.info('Nothing to change.', { subject: changeSubject })
    setRefused(left)
  }

  async function run(verb: string, call: () => Promise<Changed>): Promise<Changed | null> {
    setBusy(true)
    try {
      const result = await call()
      if (result.changed > 0) await refreshRecords(client, level)
      tell(result, verb)
      return result
    } catch (error) {
      if (isSessionExpired(error)) return null
      toast.error(errorText(error), { subject: changeSubject, retry: () => void run(verb, call) })
      return null
    } finally {
      setBusy(false)
    }
  }

  return {
    busy,
    refused,
    dismissRefused: () => setRefused([]),
    change: (ids, change, verb) => run(verb, () => updateRecords(level, ids, change)),
    assign: (ids, owners, mode) => run('assigned', () => assignRecords(level, ids, owners, mode)),
  }
}
