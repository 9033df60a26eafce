import type { DragEvent } from 'react'
import { useReorder, type DropSide } from '../data-table/reorder.ts'

/** Marks the edge of a row where what is dragged would land. */
export const dropEdge =
  'data-[drop=after]:shadow-[inset_0_-2px_0_var(--accent)] data-[drop=before]:shadow-[inset_0_2px_0_var(--accent)]'

/** Rows that are dragged by a handle: `handle` goes on the handle, `row` on the row, which is what moves. */
export function useDragOrder(move: (moved: string, target: string, side: DropSide) => void) {
  const dragged = useReorder('y', move)
  return (id: string) => {
    const { draggable, onDragStart, onDragEnd, ...target } = dragged(id)
    return {
      row: { 'data-drag-row': '', ...target },
      handle: {
        draggable,
        onDragEnd,
        onDragStart(event: DragEvent<HTMLElement>) {
          const row = event.currentTarget.closest('[data-drag-row]')
          if (row) event.dataTransfer.setDragImage(row, 16, 16)
          event.stopPropagation()
          onDragStart(event)
        },
      },
    }
  }
}

export type DragHandle = ReturnType<ReturnType<typeof useDragOrder>>['handle']
