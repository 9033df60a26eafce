import type { Spans } from '../csv.scanner.ts'

/** The cells of some rows as places in texts, row by row. */
export interface CellBlock {
  rows: number
  readonly texts: readonly string[]
  readonly starts: Int32Array
  readonly ends: Int32Array
  /** Takes the cells of one more row, as far as there are columns for them. */
  take(cells: Spans): void
}

export function createCellBlock(width: number, rows: number): CellBlock {
  const texts = Array.from({ length: width * rows }, () => '')
  const starts = new Int32Array(width * rows)
  const ends = new Int32Array(width * rows)
  return {
    rows: 0,
    texts,
    starts,
    ends,
    take(cells) {
      const first = this.rows * width
      const count = Math.min(cells.count, width)
      for (let at = 0; at < count; at += 1) {
        texts[first + at] = cells.texts[at] as string
        starts[first + at] = cells.starts[at] as number
        ends[first + at] = cells.ends[at] as number
      }
      // A row that is too short has empty cells.
      starts.fill(0, first + count, first + width)
      ends.fill(0, first + count, first + width)
      this.rows += 1
    },
  }
}
