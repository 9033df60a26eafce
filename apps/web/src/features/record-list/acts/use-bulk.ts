import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { Level } from '@steward/contracts/level'
import type { Changed } from '@steward/contracts/record'
import { isSessionExpired } from '../../../api/api-error.ts'
import { errorText } from '../../../api/error-text.ts'
import { refreshRecords } from '../../../api/record-cache.ts'
import { assignRecords, changeRecords, type AssignMode, type BulkChange } from '../../../api/records.ts'
import { useDone } from '../../../components/undo.ts'
import { toast } from '../../../ui/toast.tsx'
import { runInCalls, undoableBelow, type BulkResult } from './bulk-run.ts'
import { changeSubject } from './use-record-edits.ts'
import { numberText } from '../../../ui/reader.ts'

export interface Bulk {
  busy: boolean
  change: (ids: readonly number[], change: BulkChange, verb: string) => Promise<void>
  assign: (ids: readonly number[], owners: readonly number[], mode: AssignMode) => Promise<void>
  refused: Changed['refused']
  dismissRefused: () => void
}

function counted(count: number, level: Level): string {
  const name = count === 1 ? level.name : level.plural
  return `${numberText(count)} ${name}`
}

/** Changes to many records at once, told in one message that can take them back. */
export function useBulk(level: Level): Bulk {
  const client = useQueryClient()
  const done = useDone()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<Changed['refused']>([])

  function tell({ changed, changeSetIds, refused: left }: BulkResult, verb: string) {
    const label = `${counted(changed, level)} ${verb}`
    const [only] = changeSetIds
    const canUndo = changed > 0 && changed < undoableBelow && changeSetIds.length === 1 && only !== undefined
    if (canUndo) done(label, only, changeSubject)
    else if (changed > 0 || left.length === 0) toast.done(label, { subject: changeSubject })
    setRefused(left)
  }

  async function run(
    ids: readonly number[],
    verb: string,
    call: (ids: readonly number[]) => Promise<Changed>,
  ) {
    setBusy(true)
    const result = await runInCalls(ids, call)
    setBusy(false)
    if (result.changed > 0) await refreshRecords(client, level)
    const { error } = result
    if (error === undefined) return tell(result, verb)
    if (isSessionExpired(error)) return
    const before = result.changed > 0 ? ` ${counted(result.changed, level)} ${verb} before that.` : ''
    toast.error(`${errorText(error)}${before}`, {
      subject: changeSubject,
      retry: () => void run(ids, verb, call),
    })
  }

  return {
    busy,
    refused,
    dismissRefused: () => setRefused([]),
    change: (ids, change, verb) => run(ids, verb, (some) => changeRecords(level, some, change)),
    assign: (ids, owners, mode) => run(ids, 'assigned', (some) => assignRecords(level, some, owners, mode)),
  }
}
