import { useCallback, useMemo } from 'react'
import type { Level } from '@steward/contracts/level'
import type { KeptLayout } from '../../../entities/record/index.ts'
import type { LevelField } from '../../../entities/field/index.ts'
import type { GridColumn, GridLayout } from '../../../components/data-table/grid-columns.ts'
import type { HeaderActions } from '../../../components/data-table/header-menu.tsx'
import { moveBeside, moveBy } from '../../../components/data-table/reorder.ts'
import type { Density, ListBase, ListSearch, SetListSearch } from '../../../entities/record-view/index.ts'
import { useColumnFields } from '../layout/column-fields.ts'
import type { ChangeLayout } from '../layout/use-kept-layout.ts'
import { gridColumnsOf, layoutOf, nameColumn, writeColumns } from './column-state.ts'

export type ColumnChoice = Pick<GridLayout, 'order' | 'pinned'>

type ListLayoutOptions = {
  level: Level
  fields: readonly LevelField[]
  search: Pick<ListSearch, 'cols' | 'sort' | 'density'>
  kept: KeptLayout
  base: ListBase
  changeLayout: ChangeLayout
  setSearch: SetListSearch
}

export interface ListLayout {
  /** What columns are made of: the level's fields, and those of relations once one is shown. */
  columnFields: readonly LevelField[]
  columns: readonly GridColumn[]
  layout: GridLayout
  /** That of the address, else the user's own. */
  density: Density
  setDensity: (density: Density) => void
  setColumns: (columns: ColumnChoice) => void
  resetColumns: () => void
  resize: (columnId: string, width: number) => void
  actions: Omit<HeaderActions, 'sortBy'>
}

const namesOf = (cols: string | undefined, { columns }: KeptLayout) =>
  cols === undefined ? (columns ?? []) : cols.replaceAll('!', '').split(',')

/** The columns of a level: those of the address, kept as the user's own where the base says so. */
export function useListLayout(options: ListLayoutOptions): ListLayout {
  const { level, fields, search, kept, base, changeLayout, setSearch } = options
  const { cols, sort } = search
  const isOwn = base.keepsColumns
  const named = [...namesOf(cols, kept), ...sort.map(({ column }) => column)]
  const columnFields = useColumnFields(level, fields, named)
  const layout = useMemo(() => layoutOf(level, columnFields, cols, kept), [level, columnFields, cols, kept])
  const columns = useMemo(() => gridColumnsOf(columnFields), [columnFields])

  const setColumns = useCallback(
    (next: ColumnChoice) => {
      if (isOwn) changeLayout({ columns: next.order, pinned: next.pinned })
      setSearch({ cols: writeColumns(next) }, true)
    },
    [isOwn, changeLayout, setSearch],
  )

  const resetColumns = useCallback(() => {
    changeLayout(isOwn ? { columns: null, pinned: [nameColumn], widths: {} } : { widths: {} })
    setSearch({ cols: base.cols }, true)
  }, [isOwn, base.cols, changeLayout, setSearch])

  const setDensity = useCallback(
    (density: Density) => {
      changeLayout({ rowHeight: density })
      setSearch({ density: density === 'default' ? undefined : density }, true)
    },
    [changeLayout, setSearch],
  )

  const resize = useCallback(
    (columnId: string, width: number) => changeLayout({ widths: { ...kept.widths, [columnId]: width } }),
    [changeLayout, kept.widths],
  )

  const actions = useMemo(() => {
    const { order, pinned } = layout
    const reorder = (next: readonly string[]) => setColumns({ order: next, pinned })
    return {
      move: (moved: string, target: string, side: 'before' | 'after') =>
        reorder(moveBeside(order, moved, target, target === nameColumn ? 'after' : side)),
      step(moved: string, by: 1 | -1) {
        if (order[order.indexOf(moved) + by] !== nameColumn) reorder(moveBy(order, moved, by))
      },
      pin: (id: string, isPinned: boolean) =>
        setColumns({ order, pinned: isPinned ? [...pinned, id] : pinned.filter((other) => other !== id) }),
      hide: (id: string) =>
        setColumns({
          order: order.filter((other) => other !== id),
          pinned: pinned.filter((other) => other !== id),
        }),
    }
  }, [layout, setColumns])

  return {
    columnFields,
    columns,
    layout,
    density: search.density ?? kept.rowHeight,
    setDensity,
    setColumns,
    resetColumns,
    resize,
    actions,
  }
}
