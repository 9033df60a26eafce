import { columnsOf, rowsOf, type CellRange } from '../../../components/data-table/cell-range.ts'

export interface PastePlan {
  /** The cells that are written. */
  target: CellRange
  /** Lines and columns of the block for which there is no room. */
  left: { rows: number; columns: number }
}

/** How often a line of `have` cells goes into `room`: as often as it fits exactly, else once. */
const spread = (room: number, have: number) => (room % have === 0 ? room : have)

/**
 * Where a block of cells goes: from the first cell of the range on; a single cell fills the range, and so
 * does a block that fits into it several times.
 */
export function planPaste(
  size: { rows: number; columns: number },
  range: CellRange,
  table: { rows: number; columns: number },
): PastePlan {
  const rows = spread(rowsOf(range), size.rows)
  const columns = spread(columnsOf(range), size.columns)
  const { top, left } = range
  const bottom = Math.min(top + rows, table.rows) - 1
  const right = Math.min(left + columns, table.columns) - 1
  return {
    target: { top, bottom, left, right },
    left: { rows: top + rows - 1 - bottom, columns: left + columns - 1 - right },
  }
}

/** The cell of a block that is at a place of the target: the block is repeated in both directions. */
export function repeated<Cell>(block: readonly (readonly Cell[])[]): (row: number, column: number) => Cell {
  return (row, column) => {
    const line = block[((row % block.length) + block.length) % block.length]!
    return line[((column % line.length) + line.length) % line.length]!
  }
}
