import { useCallback } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { rememberUndo, useUndo } from '../../entities/change-set/index.ts'
import { refreshPlans } from '../../entities/success-plan/index.ts'
import { toast } from '../../ui/toast.tsx'

const subject = 'success-plan'

/** Says what was done with plans, with Undo, after which plans are read again. */
export function usePlanDone(): (text: string, changeSetId: number | null) => void {
  const client = useQueryClient()
  const takeBack = useUndo()
  return useCallback(
    (text, changeSetId) => {
      if (changeSetId === null) return void toast.info('Nothing changed', { subject })
      const change = { changeSetId, label: text, subject, onUndone: () => void refreshPlans(client) }
      rememberUndo(change)
      toast.done(text, { subject, undo: () => void takeBack(change) })
    },
    [client, takeBack],
  )
}
