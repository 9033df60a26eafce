import { useEffect, useRef, type RefObject } from 'react'
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element'
import type { ColumnKey } from './board-model.ts'
import { cardOf, columnKeyOf } from './drag-data.ts'

/** Follows cards that are dragged over the board, which scrolls at its sides meanwhile. */
export function useBoardDrag(
  root: RefObject<HTMLElement | null>,
  isShown: boolean,
  onDrop: (id: number, to: ColumnKey) => void,
): void {
  const latest = useRef(onDrop)
  useEffect(() => {
    latest.current = onDrop
  })
  useEffect(() => {
    const element = root.current
    if (!element || !isShown) return undefined
    return combine(
      autoScrollForElements({ element, canScroll: ({ source }) => cardOf(source.data) !== undefined }),
      monitorForElements({
        canMonitor: ({ source }) => cardOf(source.data) !== undefined,
        onDragStart() {
          // Snapping would fight with the scrolling at the sides.
          element.style.scrollSnapType = 'none'
        },
        onDrop({ source, location }) {
          element.style.scrollSnapType = ''
          const id = cardOf(source.data)
          const target = location.current.dropTargets[0]
          const column = target && columnKeyOf(target.data)
          if (id !== undefined && column) latest.current(id, column.key)
        },
      }),
    )
  }, [root, isShown])
}
