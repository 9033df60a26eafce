import { useImperativeHandle, useState, type Ref, type RefObject } from 'react'
import { rangeOf, type CellRange } from './cell-range.ts'
import type { PlacedColumns } from './grid-columns.ts'
import { findRow, holdCell, type GridRows, type HeldCell } from './grid-follow.ts'
import type { GridBounds, GridCell } from './grid-keys.ts'

/** How a screen moves the focus of its grid. */
export interface GridHandle {
  go: (row: number, columnId: string) => void
}

export type GridFocusOptions<Row> = GridRows<Row> & {
  grid: RefObject<HTMLDivElement | null>
  placed: PlacedColumns
  rowsPerPage: number
  scrollTo: (row: number, looseColumn: number) => void
  keepColumn: (column: number) => void
  events: { onFocusRow: (row: Row) => void }
  handle?: Ref<GridHandle>
}

export interface GridFocus {
  /** The cell with the focus, and the cells between it and where the range began. */
  active: GridCell
  range: CellRange
  bounds: GridBounds
  columnAt: (columnId: string | undefined) => number
  /** Sets the focus, or with `extend` the moving corner of the range; scrolls nothing. */
  point: (cell: GridCell, extend: boolean) => void
  /** Sets the focus and brings it into view. */
  go: (cell: GridCell, extend?: boolean) => void
  /** Selects a range. */
  show: (range: CellRange) => void
}

const first: HeldCell = { row: 0, column: 0 }

/** Where the focus of a grid is, and the range of cells that hangs on it. */
export function useGridFocus<Row>(options: GridFocusOptions<Row>): GridFocus {
  const { grid, placed, count, rowsPerPage, rowAt, events, keepColumn, scrollTo } = options
  const [wanted, setWanted] = useState({ active: first, anchor: first })
  const hold = (cell: GridCell): HeldCell => holdCell(cell, options)
  const within = (held: HeldCell): GridCell => ({
    row: Math.min(findRow(held, options) ?? held.row, count - 1),
    column: Math.min(held.column, Math.max(placed.all.length - 1, 0)),
  })
  const active = within(wanted.active)
  const columnAt = (columnId: string | undefined) => placed.all.findIndex(({ id }) => id === columnId)

  function point(cell: GridCell, extend: boolean) {
    const held = hold(cell)
    setWanted(({ anchor }) => ({ active: held, anchor: extend && anchor.row >= 0 ? anchor : held }))
    keepColumn(cell.column)
    const row = rowAt(cell.row)
    if (row !== undefined && cell.row !== active.row) events.onFocusRow(row)
  }

  function go(cell: GridCell, extend = false) {
    point(cell, extend)
    scrollTo(cell.row, cell.column - placed.pinned.length)
  }

  useImperativeHandle(options.handle, () => ({
    go(row, columnId) {
      const column = columnAt(columnId)
      if (column === -1) return
      go({ row, column })
      grid.current?.focus({ preventScroll: true })
    },
  }))

  return {
    active,
    range: rangeOf(within(wanted.anchor), active),
    bounds: { rows: count, columns: placed.all.length, rowsPerPage },
    columnAt,
    point,
    go,
    show({ top, bottom, left, right }) {
      setWanted({
        anchor: hold({ row: bottom, column: right }),
        active: hold({ row: top, column: left }),
      })
      keepColumn(left)
    },
  }
}
