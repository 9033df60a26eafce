import { useMemo } from 'react'

/** One column as a screen offers it. */
export interface GridColumn {
  id: string
  label: string
  /** Pixels, until someone drags it. */
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

/** What the rows are sorted by: ties of the first column are settled by the second, and so on. */
export type GridSort = readonly { column: string; direction: 'ASC' | 'DESC' }[]

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

const widthOf = (columns: readonly PlacedColumn[]) => columns.reduce((sum, column) => sum + column.size, 0)

/** The shown columns in their order, the pinned ones first. */
function placeColumns(columns: readonly GridColumn[], { order, pinned, widths }: GridLayout): PlacedColumns {
  const byId = new Map(columns.map((column) => [column.id, column]))
  const shown = new Set(order)
  const place = (ids: readonly string[], offset: number, isPinned: boolean) =>
    ids
      .flatMap((id) => byId.get(id) ?? [])
      .map((column, index): PlacedColumn => {
        const size = widths[column.id] ?? column.width
        return { ...column, index: offset + index, size, pinned: isPinned }
      })
  const stay = pinned.filter((id) => shown.has(id))
  const first = place(stay, 0, true)
  const loose = place(
    order.filter((id) => !stay.includes(id)),
    first.length,
    false,
  )
  const pinnedWidth = widthOf(first)
  return { all: [...first, ...loose], pinned: first, loose, pinnedWidth, width: pinnedWidth + widthOf(loose) }
}

export function usePlacedColumns(columns: readonly GridColumn[], layout: GridLayout): PlacedColumns {
  const { order, pinned, widths } = layout
  return useMemo(() => placeColumns(columns, { order, pinned, widths }), [columns, order, pinned, widths])
}
