import type { Spans } from './byte.scanner.ts'

/** The cells of some rows as places in one piece, column by column. */
export interface CellBlock {
  rows: number
  readonly starts: Int32Array
  readonly ends: Int32Array
  /** Takes the cells of one more row, as far as there are columns for them. */
  take(cells: Spans): void
}

export function createCellBlock(width: number, mostRows: number): CellBlock {
  const starts = new Int32Array(width * mostRows)
  const ends = new Int32Array(width * mostRows)
  return {
    rows: 0,
    starts,
    ends,
    take(cells) {
      const count = Math.min(cells.count, width)
      let place = this.rows
      for (let at = 0; at < count; at += 1) {
        starts[place] = cells.starts[at] as number
        ends[place] = cells.ends[at] as number
        place += mostRows
      }
      // A row that is too short has empty cells.
      for (let at = count; at < width; at += 1) {
        starts[place] = 0
        ends[place] = 0
        place += mostRows
      }
      this.rows += 1
    },
  }
}
