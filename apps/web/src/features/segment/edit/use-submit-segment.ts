import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { ChangeSegment, Segment } from '@steward/contracts/segment'
import { ApiError, isSessionExpired } from '../../../api/api-error.ts'
import { errorText } from '../../../api/error-text.ts'
import { updateSegment, createSegment, putSegment } from '../../../entities/segment/index.ts'
import { toast } from '../../../ui/toast.tsx'
import { asNew, type SegmentValues } from './segment-values.ts'

type Faults = Readonly<Record<string, string>>

/** Faults below the rule are under the rule. */
function faultsOf(fields: Readonly<Record<string, string>>): Faults {
  return Object.fromEntries(
    Object.entries(fields).map(([path, text]) => [path.startsWith('logic') ? 'logic' : path, text]),
  )
}

/** Sends the form, and keeps what was refused beside the fields. */
export function useSubmitSegment(
  segment: Segment | null,
  onClose: () => void,
  onCreated: (segment: Segment) => void,
) {
  const client = useQueryClient()
  const [state, setState] = useState<'open' | 'busy' | 'done'>('open')
  const [faults, setFaults] = useState<Faults>({})
  const [refusal, setRefusal] = useState<string | null>(null)

  function refuse(error: unknown) {
    setState('open')
    if (isSessionExpired(error)) return
    if (error instanceof ApiError && error.fields) return setFaults(faultsOf(error.fields))
    setRefusal(errorText(error))
  }

  async function save(values: SegmentValues, changes: ChangeSegment) {
    const saved = await (segment ? updateSegment(segment.segmentId, changes) : createSegment(asNew(values)))
    putSegment(client, saved)
    setState('done')
    toast.done('Segment saved', { subject: `segment-${saved.segmentId}` })
    if (segment) onClose()
    else onCreated(saved)
  }

  return {
    faults,
    refusal,
    busy: state === 'busy',
    done: state === 'done',
    /** Takes the faults of fields away that are being changed. */
    forget(names: readonly string[]) {
      setFaults((held) => Object.fromEntries(Object.entries(held).filter(([name]) => !names.includes(name))))
    },
    /** `unfinished` says why the rule can't be saved yet. */
    async submit(values: SegmentValues, changes: ChangeSegment, unfinished: string | undefined) {
      if (state === 'busy') return
      setRefusal(null)
      const found: Faults = {
        ...(!values.name.trim() && { name: 'Enter a name.' }),
        ...(unfinished && { logic: unfinished }),
      }
      if (Object.keys(found).length > 0) return setFaults(found)
      if (segment && Object.keys(changes).length === 0) return onClose()
      setState('busy')
      await save(values, changes).catch(refuse)
    },
  }
}
