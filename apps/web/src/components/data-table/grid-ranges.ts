import { useLayoutEffect, useRef, useState, type PointerEvent, type RefObject } from 'react'
import { fillTo, fillWithin, union, type CellRange } from './cell-range.ts'
import type { CellActs } from './grid-acts.ts'
import { useGridClipboard } from './grid-clipboard.ts'
import type { PlacedColumns } from './grid-columns.ts'
import type { GridFocus } from './grid-focus.ts'
import type { GridCell } from './grid-keys.ts'
import { isInEditor, placeOf } from './grid-place.ts'

type GridRangesOptions = {
  grid: RefObject<HTMLDivElement | null>
  placed: PlacedColumns
  focus: GridFocus
  cells: CellActs | undefined
  isEditing: boolean
}

export interface GridRanges {
  /** The range as it is shown: while its handle is dragged, with what it will fill. */
  range: CellRange
  filling: boolean
  erase: () => void
  fillFirst: (way: 'down' | 'right') => void
  onPointerDown: (event: PointerEvent) => void
}

/** Selecting, copying, pasting, clearing and filling ranges of cells. */
export function useGridRanges({ grid, placed, focus, cells, isEditing }: GridRangesOptions): GridRanges {
  const { active, range, point, show, columnAt } = focus
  const [filled, setFilled] = useState<CellRange>()
  const columnIds = () => placed.all.map(({ id }) => id)
  const isFree = active.row >= 0 && !isEditing

  function fill(from: CellRange | undefined, to: CellRange | undefined) {
    if (!from || !to) return
    cells?.write?.fill(from, to, columnIds())
    show(union(from, to))
  }

  useGridClipboard(grid, {
    copy(data) {
      if (!isFree || !cells) return false
      cells.copy(range, columnIds(), data)
      return true
    },
    paste(data) {
      if (!isFree || !cells?.write) return false
      void cells.write.paste(range, columnIds(), data).then((written) => written && show(written))
      return true
    },
  })

  function dragTo(cell: GridCell, isFill: boolean) {
    if (isFill) setFilled(fillTo(range, cell))
    else point(cell, true)
  }

  function drop() {
    fill(range, filled)
    setFilled(undefined)
  }

  const latest = useRef({ dragTo, drop, columnAt })
  useLayoutEffect(() => {
    latest.current = { dragTo, drop, columnAt }
  })

  async function follow(isFill: boolean) {
    const { followPointer } = await import('./grid-drag.ts')
    if (!grid.current) return
    followPointer(grid.current, {
      onCell(row, columnId) {
        const column = latest.current.columnAt(columnId)
        if (column !== -1) latest.current.dragTo({ row, column }, isFill)
      },
      onEnd: () => isFill && latest.current.drop(),
    })
  }

  return {
    range: filled ? union(range, filled) : range,
    filling: filled !== undefined,
    erase() {
      if (isFree) cells?.write?.erase(range, columnIds())
    },
    fillFirst(way) {
      const parts = fillWithin(range, way)
      fill(parts?.from, parts?.to)
    },
    // Scrolls nothing: the press would end on another cell than it began.
    onPointerDown(event) {
      const place = placeOf(event.target)
      if (event.button !== 0 || event.pointerType === 'touch' || !place || isInEditor(event)) return
      const column = columnAt(place.columnId)
      if (place.row < 0 || column === -1) return
      const isFill = (event.target as Element).closest('[data-handle]') !== null
      if (!isFill) point({ row: place.row, column }, event.shiftKey)
      void follow(isFill)
    },
  }
}
