import { useEffect, useMemo, useRef, type RefObject } from 'react'
import { defaultRangeExtractor, useVirtualizer, type Range, type VirtualItem } from '@tanstack/react-virtual'
import type { PlacedColumns } from './grid-columns.ts'
import type { RowLayout } from './table-row.tsx'

/** Pixels of the checkbox column and of the header row. */
export const checkWidth = 40
const headerHeight = 34
const footerHeight = 34

type GridWindowOptions = {
  grid: RefObject<HTMLDivElement | null>
  placed: PlacedColumns
  count: number
  rowHeight: number
  /** Something stands below the last row. */
  hasFooter: boolean
}

export interface GridWindow {
  /** The rows to draw, and the height of all. */
  rows: readonly VirtualItem[]
  height: number
  layout: RowLayout
  scrollTo: (row: number, looseColumn: number) => void
  /** Keeps a row in the document, so that what names it still finds it. */
  keep: (row: number) => void
}

/** The rows and columns in view, and a few around them. */
export function useGridWindow({ grid, placed, count, rowHeight, hasFooter }: GridWindowOptions): GridWindow {
  const kept = useRef(0)
  const rows = useVirtualizer({
    count,
    getScrollElement: () => grid.current,
    estimateSize: () => rowHeight,
    overscan: 4,
    scrollPaddingStart: headerHeight,
    scrollPaddingEnd: hasFooter ? footerHeight : 0,
    rangeExtractor(range: Range) {
      const shown = defaultRangeExtractor(range)
      const row = kept.current
      if (row < 0 || row >= count || shown.includes(row)) return shown
      return row < (shown[0] ?? 0) ? [row, ...shown] : [...shown, row]
    },
  })
  const columns = useVirtualizer({
    horizontal: true,
    count: placed.loose.length,
    getScrollElement: () => grid.current,
    estimateSize: (index) => placed.loose[index]!.size,
    overscan: 1,
    scrollPaddingStart: checkWidth + placed.pinnedWidth,
    paddingStart: checkWidth + placed.pinnedWidth,
  })
  useEffect(() => rows.measure(), [rows, rowHeight])
  useEffect(() => columns.measure(), [columns, placed])

  const shown = columns.getVirtualItems()
  const from = shown[0]?.index ?? 0
  const to = shown.at(-1)?.index ?? -1
  const layout = useMemo((): RowLayout => {
    const lead = placed.loose.slice(0, from).reduce((sum, column) => sum + column.size, 0)
    return { pinned: placed.pinned, loose: placed.loose.slice(from, to + 1), lead }
  }, [placed, from, to])

  return {
    rows: rows.getVirtualItems(),
    height: rows.getTotalSize(),
    layout,
    scrollTo(row, looseColumn) {
      if (row >= 0) rows.scrollToIndex(row)
      if (looseColumn >= 0) columns.scrollToIndex(looseColumn)
    },
    keep(row) {
      kept.current = row
    },
  }
}
