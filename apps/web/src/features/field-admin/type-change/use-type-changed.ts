import { useQueryClient } from '@tanstack/react-query'
import type { TypeChange } from '@steward/contracts/type-change/type-change'
import type { Level } from '@steward/contracts/level'
import { rememberUndo, useUndo } from '../../../entities/change-set/index.ts'
import { toast } from '../../../ui/toast.tsx'
import { countText } from '../delete/use-words.ts'
import { typeLabel } from '../type-icon.tsx'
import { refreshTyped } from './type-change.calls.ts'

/** Says that a type was changed, with the way back. */
export function useTypeChanged(level: Level) {
  const client = useQueryClient()
  const takeBack = useUndo()
  const onUndone = () => void refreshTyped(client, level)
  return ({ changeSetId, converted, blank, dataType }: TypeChange, name: string) => {
    onUndone()
    const lost = blank > 0 ? `, ${countText(blank, 'value')} left blank` : ''
    const subject = `type-changed-${changeSetId}`
    const change = { changeSetId, label: `Type of ${name}`, subject, onUndone }
    rememberUndo(change)
    toast.done(`${name} is now ${typeLabel(dataType)}: ${countText(converted, 'value')} converted${lost}`, {
      subject,
      undo: () => void takeBack(change),
    })
  }
}
