import { useCallback } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { rememberUndo, useUndo } from '../../entities/change-set/index.ts'
import { toast } from '../../ui/toast.tsx'
import { refreshPlaybooks } from './playbook.calls.ts'

/** Rereads what a change of playbooks shows in, says what was done, and rereads again when it is undone. */
export function usePlaybookDone(): (text: string, changeSetId: number | null) => Promise<void> {
  const client = useQueryClient()
  const takeBack = useUndo()
  return useCallback(
    async (text, changeSetId) => {
      const refresh = async () => {
        void client.invalidateQueries({ queryKey: ['tasks'] })
        await refreshPlaybooks(client)
      }
      await refresh()
      const subject = 'playbook'
      if (changeSetId === null) return void toast.info('Nothing changed', { subject })
      const change = { changeSetId, label: text, subject, onUndone: () => void refresh() }
      rememberUndo(change)
      toast.done(text, { subject, undo: () => void takeBack(change) })
    },
    [client, takeBack],
  )
}
