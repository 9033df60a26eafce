import { useMemo } from 'react'
import { columnOrderingFeature, columnPinningFeature, tableFeatures, useTable } from '@tanstack/react-table'

/** One column as a screen offers it. */
export interface GridColumn {
  id: string
  label: string
  /** Pixels, until somebody drags it. */
  width: number
  alignEnd?: boolean
  sortable?: boolean
  /** Why its cells cannot be edited; absent where they can. */
  readOnly?: string
}

/** Which columns are shown, in which order, which stay at the start, and how wide they were dragged. */
export interface GridLayout {
  order: readonly string[]
  pinned: readonly string[]
  widths: Readonly<Record<string, number>>
}

/** A column with its place: `index` names its width variable, `start` is its left edge among its kind. */
export interface PlacedColumn extends GridColumn {
  index: number
  size: number
  pinned: boolean
}

export interface PlacedColumns {
  all: readonly PlacedColumn[]
  pinned: readonly PlacedColumn[]
  loose: readonly PlacedColumn[]
  /** Pixels of the pinned and of all columns. */
  pinnedWidth: number
  width: number
}

export const widthLimits = { least: 72, most: 640 } as const

const features = tableFeatures({ columnOrderingFeature, columnPinningFeature })
const noRows: never[] = []

const widthOf = (columns: readonly PlacedColumn[]) => columns.reduce((sum, column) => sum + column.size, 0)

/** The shown columns in their order, the pinned ones first. */
export function usePlacedColumns(columns: readonly GridColumn[], layout: GridLayout): PlacedColumns {
  const { order, pinned, widths } = layout
  const definitions = useMemo(() => {
    const byId = new Map(columns.map((column) => [column.id, column]))
    return order.flatMap((id) => {
      const column = byId.get(id)
      if (!column) return []
      return [{ id, header: column.label, meta: column }]
    })
  }, [columns, order])
  const state = useMemo(
    () => ({ columnOrder: [...order], columnPinning: { start: [...pinned], end: [] } }),
    [order, pinned],
  )
  const table = useTable({ features, columns: definitions, data: noRows, state })
  const start = table.getStartLeafColumns()
  const center = table.getCenterLeafColumns()
  return useMemo(() => {
    const place = (part: typeof center, offset: number) =>
      part.map(({ id, columnDef: { meta } }, index): PlacedColumn => {
        const column = meta as GridColumn
        const size = widths[id] ?? column.width
        return { ...column, index: offset + index, size, pinned: part === start }
      })
    const first = place(start, 0)
    const loose = place(center, first.length)
    const pinnedWidth = widthOf(first)
    return {
      all: [...first, ...loose],
      pinned: first,
      loose,
      pinnedWidth,
      width: pinnedWidth + widthOf(loose),
    }
  }, [start, center, widths])
}
