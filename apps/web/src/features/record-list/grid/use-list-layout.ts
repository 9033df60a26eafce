import { useCallback, useMemo, useState } from 'react'
import type { Level } from '@steward/contracts/level'
import type { LevelField } from '../../../api/fields.ts'
import type { GridColumn, GridLayout } from '../../../components/data-table/grid-columns.ts'
import type { HeaderActions } from '../../../components/data-table/header-menu.tsx'
import { moveBeside, moveBy } from '../../../components/data-table/reorder.ts'
import {
  gridColumnsOf,
  layoutOf,
  nameColumn,
  readStoredColumns,
  storeColumns,
  writeColumns,
} from './column-state.ts'
import type { ListBase } from '../list-search.ts'
import type { SetListSearch } from '../use-list-address.ts'

export interface ListLayout {
  columns: readonly GridColumn[]
  layout: GridLayout
  setColumns: (columns: Pick<GridLayout, 'order' | 'pinned'>) => void
  resetColumns: () => void
  resize: (columnId: string, width: number) => void
  actions: Omit<HeaderActions, 'sortBy'>
}

/** The columns of a level: those of the address, kept as the user's own where the base says so. */
export function useListLayout(
  level: Level,
  fields: readonly LevelField[],
  cols: string | undefined,
  base: ListBase,
  setSearch: SetListSearch,
): ListLayout {
  const isOwn = base.keepsColumns
  const [stored, setStored] = useState(() => readStoredColumns(level))
  const layout = useMemo(() => layoutOf(level, fields, cols, stored), [level, fields, cols, stored])
  const columns = useMemo(() => gridColumnsOf(fields), [fields])

  const setColumns = useCallback(
    (next: Pick<GridLayout, 'order' | 'pinned'>) => {
      const text = writeColumns({ ...next, widths: {} })
      if (isOwn) {
        const kept = { ...stored, cols: text }
        setStored(kept)
        storeColumns(level, kept)
      }
      setSearch({ cols: text }, true)
    },
    [level, isOwn, stored, setSearch],
  )

  const resetColumns = useCallback(() => {
    if (isOwn) {
      setStored({})
      storeColumns(level, null)
    }
    setSearch({ cols: base.cols }, true)
  }, [level, isOwn, base.cols, setSearch])

  const resize = useCallback(
    (columnId: string, width: number) => {
      const kept = { ...stored, widths: { ...stored.widths, [columnId]: width } }
      setStored(kept)
      storeColumns(level, kept)
    },
    [level, stored],
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

  return { columns, layout, setColumns, resetColumns, resize, actions }
}
