import { useCallback, useEffect, useState } from 'react'
import { noSelection, type RowSelection } from '../../../components/data-table/row-selection.ts'
import { toast } from '../../../ui/toast.tsx'

/** The selected rows; another view lets go of them and says so. */
export function useSelection(viewKey: string): [RowSelection, (selection: RowSelection) => void] {
  const [held, setHeld] = useState({ viewKey, selection: noSelection, cleared: 0 })
  if (held.viewKey !== viewKey) {
    const cleared = held.selection.ids.size > 0 ? held.cleared + 1 : held.cleared
    setHeld({ viewKey, selection: noSelection, cleared })
  }
  useEffect(() => {
    if (held.cleared === 0) return
    const text = 'The selection was cleared because the list changed.'
    toast.info(text, { subject: 'selection' })
  }, [held.cleared])
  const select = useCallback((selection: RowSelection) => setHeld((before) => ({ ...before, selection })), [])
  return [held.selection, select]
}

/** How much of what is loaded is selected. */
export function selectedOf(loaded: readonly number[], ids: ReadonlySet<number>): 'none' | 'some' | 'all' {
  const chosen = loaded.filter((id) => ids.has(id)).length
  if (chosen === 0) return 'none'
  return chosen === loaded.length ? 'all' : 'some'
}
