import {
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type RefObject,
} from 'react'
import { flushSync } from 'react-dom'
import type { PlacedColumns } from './grid-columns.ts'
import {
  columnSpan,
  drawnColumns,
  drawnRows,
  holds,
  inTurn,
  isLeap,
  rowSpan,
  sameSpan,
  type Span,
} from './grid-span.ts'
import type { RowLayout } from './table-row.tsx'

/** Pixels of the checkbox column and of the header row. */
export const checkWidth = 40
const headerHeight = 34
const footerHeight = 34

/** Milliseconds without scrolling after which elements are put in the order of their rows. */
const restAfter = 150

/** Milliseconds between two leaps that are drawn: of a list that is flung no one reads every frame. */
const leapEvery = 32

type GridWindowOptions = {
  grid: RefObject<HTMLDivElement | null>
  placed: PlacedColumns
  count: number
  rowHeight: number
  /** Something is below the last row. */
  hasFooter: boolean
}

/** A row to draw: `slot` is the element it is drawn in, which other rows had before. */
export interface DrawnRow {
  index: number
  slot: number | 'kept'
}

export interface GridWindow {
  /** The rows to draw, and the height of all. */
  rows: readonly DrawnRow[]
  height: number
  layout: RowLayout
  /** The rows that are drawn because they are in view or near it. */
  span: Span
  /** Full rows that fit into the grid. */
  rowsPerPage: number
  scrollTo: (row: number, looseColumn: number) => void
  scrollToTop: () => void
  /** Keeps a column in the document, so that what names a cell in it still finds it and an editor in it stays open. */
  keepColumn: (column: number) => void
}

/** Where the grid is scrolled to, and how much of it shows. */
type View = { top: number; left: number; width: number; height: number }

const unseen: View = { top: 0, left: 0, width: 0, height: 0 }

function viewOf(element: HTMLElement | null): View {
  if (!element) return unseen
  const { scrollTop: top, scrollLeft: left, clientWidth: width, clientHeight: height } = element
  return { top, left, width, height }
}

type Spans = { rows: Span; columns: Span }

/** What has to be drawn again for a view: nothing, less than is drawn, also what is not there yet, or mostly that. */
type Change = 'none' | 'less' | 'more' | 'most'

function changeTo(next: Spans, drawn: Spans): Change {
  if (sameSpan(next.rows, drawn.rows) && sameSpan(next.columns, drawn.columns)) return 'none'
  if (isLeap(drawn.rows, next.rows)) return 'most'
  return holds(drawn.rows, next.rows) && holds(drawn.columns, next.columns) ? 'less' : 'more'
}

/** The rows and columns in view, and a few around them. */
export function useGridWindow({ grid, placed, count, rowHeight, hasFooter }: GridWindowOptions): GridWindow {
  const [view, setView] = useState(unseen)
  const [pivot, setPivot] = useState(0)
  const [keptColumn, keepColumn] = useState(0)
  const ahead = checkWidth + placed.pinnedWidth
  const widths = useMemo(() => placed.loose.map(({ size }) => size), [placed])

  const spansOf = useCallback(
    ({ top, left, width, height }: View): Spans => ({
      rows: rowSpan(top, height - headerHeight, rowHeight, count),
      columns: columnSpan(left, width - ahead, widths),
    }),
    [rowHeight, count, ahead, widths],
  )
  const spans = spansOf(view)

  const change = useRef<(seen: View) => Change>(() => 'none')
  useLayoutEffect(() => {
    change.current = (seen) => changeTo(spansOf(seen), spans)
  })
  const seenTop = useRef(0)
  useScrolling(grid, seenTop, change, setView)
  // Asking the element where it stands would make the browser lay everything out at once.
  const scrollToTop = useCallback(() => {
    if (seenTop.current > 0) grid.current?.scrollTo({ top: 0 })
  }, [grid])
  useEffect(() => {
    const rest = window.setTimeout(() => setPivot(spans.rows.first), restAfter)
    return () => window.clearTimeout(rest)
  }, [spans.rows.first])

  const { first: from, last: to } = spans.columns
  const keptLoose = keptColumn - placed.pinned.length
  // Within the span nothing has to be kept: rows are not drawn again because the focus moves.
  const apart = keptLoose < 0 || (keptLoose >= from && keptLoose <= to) ? -1 : keptLoose
  const layout = useMemo(
    (): RowLayout => ({
      pinned: placed.pinned,
      loose: drawnColumns(placed.loose, { first: from, last: to }, apart),
    }),
    [placed, from, to, apart],
  )

  const drawn = drawnRows(view.height - headerHeight, rowHeight)
  const rows: DrawnRow[] = inTurn(spans.rows, drawn, pivot).map((index) => ({ index, slot: index % drawn }))

  return {
    rows,
    height: count * rowHeight,
    layout,
    span: spans.rows,
    rowsPerPage: Math.max(1, Math.floor(view.height / rowHeight) - 2),
    scrollTo(row, looseColumn) {
      const element = grid.current
      if (!element) return
      if (row >= 0) scrollDown(element, row * rowHeight, rowHeight, hasFooter)
      const start = widths.slice(0, looseColumn).reduce((sum, width) => sum + width, 0)
      if (looseColumn >= 0) scrollAcross(element, start, widths[looseColumn] ?? 0, ahead)
    },
    scrollToTop,
    keepColumn,
  }
}

/** The rows to draw, with one that stays in the document wherever the grid is scrolled to. */
export function withKept(
  rows: readonly DrawnRow[],
  kept: number,
  { first, last }: Span,
  count: number,
): readonly DrawnRow[] {
  if (kept >= 0 && kept < Math.min(first, count)) return [{ index: kept, slot: 'kept' }, ...rows]
  return kept > last && kept < count ? [...rows, { index: kept, slot: 'kept' }] : rows
}

/** Looks again whenever the grid is scrolled or gets another size. */
function useScrolling(
  grid: RefObject<HTMLDivElement | null>,
  seenTop: RefObject<number>,
  change: RefObject<(seen: View) => Change>,
  setView: (view: View) => void,
): void {
  useEffect(() => {
    const element = grid.current
    if (!element) return undefined
    let leaptAt = -Infinity
    let later: number | undefined
    const look = () => {
      const seen = viewOf(element)
      seenTop.current = seen.top
      element.toggleAttribute('data-scrolled', seen.left > 0)
      const needed = change.current(seen)
      window.clearTimeout(later)
      if (needed === 'most' && performance.now() - leaptAt < leapEvery) {
        later = window.setTimeout(look, leapEvery)
        return
      }
      // What comes into view has to be there in the frame that shows it; what went out of view can wait.
      if (needed === 'more' || needed === 'most') flushSync(() => setView(seen))
      if (needed === 'less') startTransition(() => setView(seen))
      if (needed === 'most') leaptAt = performance.now()
    }
    const resized = new ResizeObserver(look)
    element.addEventListener('scroll', look, { passive: true })
    resized.observe(element)
    return () => {
      element.removeEventListener('scroll', look)
      resized.disconnect()
      window.clearTimeout(later)
    }
  }, [grid, seenTop, change, setView])
}

/** Brings a row into view, between the header and what is below the last row. */
function scrollDown(element: HTMLElement, top: number, rowHeight: number, hasFooter: boolean): void {
  const covered = headerHeight + (hasFooter ? footerHeight : 0)
  const least = top + rowHeight + covered - element.clientHeight
  if (element.scrollTop > top) element.scrollTop = top
  else if (element.scrollTop < least) element.scrollTop = least
}

/** Brings a column into view, after the columns that stay. */
function scrollAcross(element: HTMLElement, start: number, width: number, before: number): void {
  const least = start + width + before - element.clientWidth
  if (element.scrollLeft > start) element.scrollLeft = start
  else if (element.scrollLeft < least) element.scrollLeft = least
}
