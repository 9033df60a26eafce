/** Rows or columns that lie side by side, the last one included; none where `last` is before `first`. */
export interface Span {
  first: number
  last: number
}

/** Rows drawn above and below those in view. Each is some forty nodes of the page. */
const around = { above: 2, below: 3 }

/** How many rows are drawn at once; the same wherever the grid stands, so that rows can take turns. */
export function drawnRows(viewHeight: number, rowHeight: number): number {
  return viewHeight <= 0 ? 0 : Math.ceil(viewHeight / rowHeight) + 1 + around.above + around.below
}

/** The rows to draw where the first row in view begins at `top`. Pixels. */
export function rowSpan(top: number, viewHeight: number, rowHeight: number, count: number): Span {
  const drawn = drawnRows(viewHeight, rowHeight)
  const wanted = Math.floor(top / rowHeight) - around.above
  const first = Math.max(0, Math.min(wanted, count - drawn))
  return { first, last: Math.min(count, first + drawn) - 1 }
}

/** The columns to draw, in view or beside one that is, by their widths in pixels. */
export function columnSpan(left: number, viewWidth: number, widths: readonly number[]): Span {
  let [first, last, start] = [-1, -1, 0]
  for (const [index, width] of widths.entries()) {
    const end = start + width
    if (end > left && start < left + viewWidth) {
      if (first === -1) first = index
      last = index
    }
    start = end
  }
  if (first === -1) return { first: 0, last: -1 }
  return { first: Math.max(0, first - 1), last: Math.min(widths.length - 1, last + 1) }
}

/** The columns of a span and one that is kept, and as numbers the pixels of those left out before them. */
export function drawnColumns<Column extends { size: number }>(
  columns: readonly Column[],
  { first, last }: Span,
  kept: number,
): (Column | number)[] {
  const drawn: (Column | number)[] = []
  let gap = 0
  for (const [index, column] of columns.entries()) {
    const isDrawn = index === kept || (index >= first && index <= last)
    if (isDrawn) drawn.push(...(gap > 0 ? [gap] : []), column)
    gap = isDrawn ? 0 : gap + column.size
  }
  return drawn
}

export const sameSpan = (one: Span, other: Span) => one.first === other.first && one.last === other.last

/** Whether the first has all of the second. */
export const holds = (outer: Span, inner: Span) => outer.first <= inner.first && outer.last >= inner.last

/** Whether less than half of the second is in the first. */
export function isLeap(from: Span, to: Span): boolean {
  const shared = Math.min(from.last, to.last) - Math.max(from.first, to.first) + 1
  return shared < (to.last - to.first + 1) / 2
}

/**
 * The rows of a span in the order of their elements. An element that scrolls out at one end is used
 * for the row that comes in at the other, and keeps its place among the others: `pivot` is the row
 * that came first when they were last in order.
 */
export function inTurn({ first, last }: Span, drawn: number, pivot: number): number[] {
  const rows = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at)
  const turn = (row: number) => (((row - pivot) % drawn) + drawn) % drawn
  return rows.toSorted((one, other) => turn(one) - turn(other))
}
