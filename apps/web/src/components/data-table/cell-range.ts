import type { GridCell } from './grid-keys.ts'

/** A block of cells, its edges included. */
export interface CellRange {
  top: number
  bottom: number
  left: number
  right: number
}

/** The block between two corners. */
export function rangeOf(one: GridCell, other: GridCell): CellRange {
  return {
    top: Math.min(one.row, other.row),
    bottom: Math.max(one.row, other.row),
    left: Math.min(one.column, other.column),
    right: Math.max(one.column, other.column),
  }
}

export const rowsOf = ({ top, bottom }: CellRange) => bottom - top + 1
export const columnsOf = ({ left, right }: CellRange) => right - left + 1
export const isSingle = (range: CellRange) => rowsOf(range) === 1 && columnsOf(range) === 1

/**
 * What a row has to know of a range, as a text, so that only rows for which it differs are drawn again:
 * its first and last column, `t` and `b` for the first and the last row; undefined outside.
 */
export function rowMark({ top, bottom, left, right }: CellRange, row: number): string | undefined {
  if (row < top || row > bottom) return undefined
  return `${left}-${right}${row === top ? 't' : ''}${row === bottom ? 'b' : ''}`
}

/** What a cell shows of its row's mark: its edges, and `h` where the handle is; undefined outside. */
export function cellMark(mark: string | undefined, column: number): string | undefined {
  if (mark === undefined) return undefined
  const [, left, right, ends] = /^(\d+)-(\d+)(.*)$/.exec(mark) ?? []
  if (left === undefined || column < Number(left) || column > Number(right)) return undefined
  const edges = `${column === Number(left) ? 'l' : ''}${column === Number(right) ? 'r' : ''}${ends}`
  return /r.*b/.test(edges) ? `${edges}h` : edges
}

/** What dragging the handle of a range to a cell fills: the longer way, down, up or across. */
export function fillTo(range: CellRange, cell: GridCell): CellRange | undefined {
  const { top, bottom, left, right } = range
  const down = Math.max(cell.row - bottom, top - cell.row, 0)
  const across = Math.max(cell.column - right, left - cell.column, 0)
  if (down === 0 && across === 0) return undefined
  if (down >= across) {
    return cell.row > bottom
      ? { ...range, top: bottom + 1, bottom: cell.row }
      : { ...range, top: cell.row, bottom: top - 1 }
  }
  return cell.column > right
    ? { ...range, left: right + 1, right: cell.column }
    : { ...range, left: cell.column, right: left - 1 }
}

/** The block that holds both. */
export function union(one: CellRange, other: CellRange): CellRange {
  return {
    top: Math.min(one.top, other.top),
    bottom: Math.max(one.bottom, other.bottom),
    left: Math.min(one.left, other.left),
    right: Math.max(one.right, other.right),
  }
}

/** The first row or column of a range filled into the rest of it; a single line is filled from the one before. */
export function fillWithin(
  range: CellRange,
  way: 'down' | 'right',
): { from: CellRange; to: CellRange } | undefined {
  const { top, bottom, left, right } = range
  if (way === 'down') {
    const first = top === bottom ? top - 1 : top
    if (first < 0) return undefined
    return { from: { ...range, top: first, bottom: first }, to: { ...range, top: first + 1, bottom } }
  }
  const first = left === right ? left - 1 : left
  if (first < 0) return undefined
  return { from: { ...range, left: first, right: first }, to: { ...range, left: first + 1, right } }
}
