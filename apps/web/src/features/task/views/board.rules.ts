import type { TaskStatus } from '@steward/contracts/plain/task'

/** The columns of the board; archived tasks have one only where they are shown. */
export function columnsOf(showsArchived: boolean): readonly TaskStatus[] {
  const usual = ['OPEN', 'PLANNED', 'IN_PROGRESS', 'COMPLETED'] as const
  return showsArchived ? [...usual, 'ARCHIVED'] : usual
}

/** The column beside another; undefined at the edge. */
export function columnBeside(
  columns: readonly TaskStatus[],
  status: TaskStatus,
  by: -1 | 1,
): TaskStatus | undefined {
  const at = columns.indexOf(status)
  return at === -1 ? undefined : columns[at + by]
}

type Place = { column: number; row: number }

/** Where an arrow key leads from a card, among the numbers of cards in the columns; undefined where nowhere. */
export function placeAfter(
  counts: readonly number[],
  { column, row }: Place,
  key: string,
): Place | undefined {
  if (key === 'ArrowUp') return row > 0 ? { column, row: row - 1 } : undefined
  if (key === 'ArrowDown') return row + 1 < (counts[column] ?? 0) ? { column, row: row + 1 } : undefined
  const by = { ArrowLeft: -1, ArrowRight: 1 }[key]
  if (by === undefined) return undefined
  for (let at = column + by; at >= 0 && at < counts.length; at += by) {
    const count = counts[at] ?? 0
    if (count > 0) return { column: at, row: Math.min(row, count - 1) }
  }
  return undefined
}
