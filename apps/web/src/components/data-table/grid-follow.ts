import type { GridCell } from './grid-keys.ts'

/** The rows that a grid shows. */
export interface GridRows<Row> {
  count: number
  rowAt: (index: number) => Row | undefined
  idOf: (row: Row) => number
  /** Changes with the view, which may place every row elsewhere. */
  viewKey: string
}

/** A cell that stays with its row when rows come or go above it. */
export interface HeldCell extends GridCell {
  /** The row that was there; undefined where none was chosen or loaded. */
  id?: number
  viewKey?: string
}

/** How far from its old place a row is looked for. */
const reach = 500

const idAt = <Row>({ rowAt, idOf }: GridRows<Row>, index: number): number | undefined => {
  const row = rowAt(index)
  return row === undefined ? undefined : idOf(row)
}

/** Holds a cell by the row that is there now. */
export function holdCell<Row>({ row, column }: GridCell, rows: GridRows<Row>): HeldCell {
  return { row, column, id: row < 0 ? undefined : idAt(rows, row), viewKey: rows.viewKey }
}

/** Where the row of a cell is now; undefined where it is not among the loaded rows nearby. */
export function findRow<Row>({ row, id, viewKey }: HeldCell, rows: GridRows<Row>): number | undefined {
  if (id === undefined || viewKey !== rows.viewKey) return row
  for (let distance = 0; distance <= reach; distance += 1) {
    const place = [row - distance, row + distance].find(
      (index) => index >= 0 && index < rows.count && idAt(rows, index) === id,
    )
    if (place !== undefined) return place
  }
  return undefined
}
