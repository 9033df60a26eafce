import { useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ChurnReason } from '@steward/contracts/churn-reason'
import { ApiError, isSessionExpired } from '../../../api/api-error.ts'
import { churnReasonsQuery, updateChurnReasons } from './churn-reasons.calls.ts'
import { errorText } from '../../../api/error-text.ts'
import { useDirty } from '../../../ui/dirty.ts'
import { toast } from '../../../ui/toast.tsx'
import { draftOf, inputOf, problemsOf, refusalsOf, type ReasonDraft } from './reason-model.ts'

const subject = 'churn-reasons'

/** The reasons as they are being written, beside what is saved. */
export function useReasonDraft(saved: readonly ChurnReason[]) {
  const client = useQueryClient()
  const [edited, setEdited] = useState<ReasonDraft | null>(null)
  const [refusals, setRefusals] = useState<Record<string, string>>({})
  const put = useMutation({ mutationFn: updateChurnReasons })
  const draft = edited ?? draftOf(saved)
  const isDirty =
    edited !== null && JSON.stringify(inputOf(edited)) !== JSON.stringify(inputOf(draftOf(saved)))
  useDirty(isDirty)

  function tell(error: unknown) {
    if (isSessionExpired(error)) return
    const found = error instanceof ApiError && error.fields ? refusalsOf(draft, error.fields) : {}
    setRefusals(found)
    if (Object.keys(found).length === 0) toast.error(errorText(error), { subject })
  }

  return {
    draft,
    isDirty,
    isBusy: put.isPending,
    problems: { ...refusals, ...problemsOf(draft) },
    set(next: ReasonDraft) {
      setEdited(next)
      setRefusals({})
    },
    cancel() {
      setEdited(null)
      setRefusals({})
    },
    async save() {
      try {
        client.setQueryData(churnReasonsQuery.queryKey, await put.mutateAsync(inputOf(draft)))
        setEdited(null)
        toast.done('Churn reasons saved', { subject })
        await client.invalidateQueries({ queryKey: ['fields'] })
      } catch (error) {
        tell(error)
      }
    },
  }
}
