import { useEffect, useState, type RefObject } from 'react'
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element'
import type { ColumnKey } from '../board-model.ts'
import { cardOf, columnData } from '../drag-data.ts'

type DropOptions = {
  place: RefObject<HTMLElement | null>
  /** What scrolls while a card is held at its edge. */
  scroller?: HTMLElement | null
  columnKey: ColumnKey
  accepts: boolean
}

/** Lets cards be dropped on a column; shows whether one is held over it. */
export function useColumnDrop({ place, scroller, columnKey, accepts }: DropOptions): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const element = place.current
    if (!element) return undefined
    return combine(
      dropTargetForElements({
        element,
        canDrop: ({ source }) => accepts && cardOf(source.data) !== undefined,
        getData: () => columnData(columnKey),
        onDragEnter: () => setOver(true),
        onDragLeave: () => setOver(false),
        onDrop: () => setOver(false),
      }),
      ...(scroller
        ? [
            autoScrollForElements({
              element: scroller,
              canScroll: ({ source }) => cardOf(source.data) !== undefined,
            }),
          ]
        : []),
    )
  }, [place, scroller, columnKey, accepts])
  return isOver
}
