import type { ReactNode } from 'react'
import type { Field } from '@steward/contracts/field'
import type { Level } from '@steward/contracts/level'
import { isSessionExpired } from '../../../api/api-error.ts'
import { errorText } from '../../../api/error-text.ts'
import { moveBeside, moveBy, type DropSide } from '../../../components/data-table/reorder.ts'
import { toast } from '../../../ui/toast.tsx'
import { useOrderFields } from '../field-admin.calls.ts'
import { placeText, useAnnouncer } from '../../../components/order/announcer.tsx'

export type FieldOrder = {
  move: (moved: string, target: string, side: DropSide) => void
  moveBy: (field: Field, by: 1 | -1) => void
  canMove: (field: Field, by: 1 | -1) => boolean
}

/** Moves fields about, saves the order, and says where one came to lie. */
export function useFieldOrder(level: Level, fields: readonly Field[]): readonly [ReactNode, FieldOrder] {
  const [live, announce] = useAnnouncer()
  const save = useOrderFields(level)
  const ids = fields.map(({ customColumnId }) => String(customColumnId))

  async function put(next: readonly string[], moved: string) {
    if (next.join() === ids.join()) return
    const name = fields.find(({ customColumnId }) => String(customColumnId) === moved)?.displayName ?? ''
    announce(placeText(name, next.indexOf(moved), next.length))
    try {
      await save.mutateAsync(next.map(Number))
    } catch (error) {
      if (!isSessionExpired(error)) toast.error(errorText(error), { subject: 'field-order' })
    }
  }

  return [
    live,
    {
      move: (moved, target, side) => void put(moveBeside(ids, moved, target, side), moved),
      moveBy: ({ customColumnId }, by) =>
        void put(moveBy(ids, String(customColumnId), by), String(customColumnId)),
      canMove: ({ customColumnId }, by) => ids[ids.indexOf(String(customColumnId)) + by] !== undefined,
    },
  ]
}
