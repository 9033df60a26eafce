/** A cell by its row and column, both counted from 0; row -1 is the header. */
export type GridCell = { row: number; column: number }

export type GridBounds = { rows: number; columns: number; rowsPerPage: number }

type Key = { key: string; ctrlKey: boolean; metaKey: boolean }

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value))

type Step = (cell: GridCell, bounds: GridBounds, far: boolean) => GridCell

const steps: Readonly<Record<string, Step>> = {
  ArrowUp: ({ row, column }, _, far) => ({ row: far ? 0 : row - 1, column }),
  ArrowDown: ({ row, column }, { rows }, far) => ({ row: far ? rows - 1 : row + 1, column }),
  ArrowLeft: ({ row, column }, _, far) => ({ row, column: far ? 0 : column - 1 }),
  ArrowRight: ({ row, column }, { columns }, far) => ({ row, column: far ? columns - 1 : column + 1 }),
  Home: ({ row }, _, far) => ({ row: far ? 0 : row, column: 0 }),
  End: ({ row }, { rows, columns }, far) => ({ row: far ? rows - 1 : row, column: columns - 1 }),
  PageUp: ({ row, column }, { rowsPerPage }) => ({ row: Math.max(0, row - rowsPerPage), column }),
  PageDown: ({ row, column }, { rowsPerPage }) => ({ row: row + rowsPerPage, column }),
}

/** Where a key leads from a cell; undefined for keys that do not move. */
export function cellAfter(key: Key, cell: GridCell, bounds: GridBounds): GridCell | undefined {
  const next = steps[key.key]?.(cell, bounds, key.ctrlKey || key.metaKey)
  return (
    next && {
      row: clamp(next.row, -1, bounds.rows - 1),
      column: clamp(next.column, 0, bounds.columns - 1),
    }
  )
}

/** The cell after (or before) one in reading order, as Tab goes through a row being edited. */
export function cellBeside({ row, column }: GridCell, by: 1 | -1, { rows, columns }: GridBounds): GridCell {
  const place = clamp(row * columns + column + by, 0, rows * columns - 1)
  return { row: Math.floor(place / columns), column: place % columns }
}

type Pressed = Key & { altKey: boolean }

/** Whether a key writes a sign, and is no shortcut of the browser. */
export function isSign({ key, ctrlKey, metaKey, altKey }: Pressed): boolean {
  return Array.from(key).length === 1 && !ctrlKey && !metaKey && !altKey
}

/** Whether a key begins a value, and so opens the editor with it; signs like / and . stay shortcuts. */
export function isTyped(pressed: Pressed): boolean {
  return /^[\p{L}\p{N}\p{Sc}+-]$/u.test(pressed.key) && isSign(pressed)
}
