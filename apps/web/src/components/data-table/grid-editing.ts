import { findRow, type GridRows, type HeldCell } from './grid-follow.ts'

/** The open editor; `gone` is its row where the grid has that no longer. */
type Editing<Row> = { row: number; columnId: string; typed?: string; gone?: Row }

/** The open editor belongs to a row, wherever that goes. */
export type HeldEditing<Row> = { cell: HeldCell; record: Row; columnId: string; typed?: string }

/** Where an editor is: with its row, or where that was, so that a row which left the list takes no text with it. */
export function placeOfEditor<Row>(
  { cell, record, columnId, typed }: HeldEditing<Row>,
  rows: GridRows<Row>,
): Editing<Row> {
  const row = findRow(cell, rows)
  return row === undefined
    ? { row: Math.min(cell.row, rows.count - 1), columnId, typed, gone: record }
    : { row, columnId, typed }
}
