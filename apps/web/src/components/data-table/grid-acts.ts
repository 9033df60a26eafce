import type { CellRange } from './cell-range.ts'

/** What a screen does with its rows. */
export interface GridEvents<Row> {
  onOpen: (row: Row) => void
  /** Takes a row in or out, or with `extend` everything from the last one on. */
  onSelect: (index: number, extend: boolean) => void
  /** Takes rows in; takes them out where all of them are selected. */
  onSelectRows: (first: number, last: number) => void
  onSelectAll: () => void
  onClear: () => void
  /** Opens the menu of a row at an element of it; absent where rows have none. */
  onMenu?: (row: Row, anchor: Element) => void
  /** Opens the row beside the list. */
  onPeek: (row: Row) => void
  /** The focus came to a row, with peek open or not. */
  onFocusRow: (row: Row) => void
  /** Whether a cell may be edited now; says why where it may not. */
  canEdit: (row: Row, columnId: string) => boolean
}

/** What a screen does with ranges of cells; `columns` are the ids of all columns in their order. */
export interface CellActs {
  copy: (range: CellRange, columns: readonly string[], data: DataTransfer) => void
  /** What writes; absent where nothing may be written. */
  write?: {
    /** Gives the cells into which it went. */
    paste: (
      range: CellRange,
      columns: readonly string[],
      data: DataTransfer,
    ) => Promise<CellRange | undefined>
    erase: (range: CellRange, columns: readonly string[]) => void
    fill: (from: CellRange, to: CellRange, columns: readonly string[]) => void
  }
}

/** What is wrong with a cell that could not be written. */
export interface CellMark {
  message: string
  /** What was to be written, with which its editor opens. */
  text?: string
}

/** By row id and column id. */
export type CellMarks = ReadonlyMap<number, ReadonlyMap<string, CellMark>>
