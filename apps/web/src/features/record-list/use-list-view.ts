import { useMemo } from 'react'
import type { Level } from '@steward/contracts/level'
import type { LevelField } from '../../entities/field/index.ts'
import type { RecordView } from '../../entities/record/index.ts'
import type { GridLayout } from '../../components/data-table/grid-columns.ts'
import { type ListSearch, useMine } from '../../entities/record-view/index.ts'

export interface ListView {
  view: RecordView
  /** Changes when other records or another order are asked for, not with the columns. */
  viewKey: string
  mine: boolean
  mineLocked: boolean
}

/** What the address and the columns ask the server for. */
export function useListView(
  level: Level,
  { filter, sort, query, mine }: ListSearch,
  fields: readonly LevelField[],
  layout: GridLayout,
): ListView {
  const { mine: isMine, mineLocked } = useMine(level, mine)
  // Sorted, so that another order of the same columns asks for nothing new.
  const columns = fields
    .filter((field) => layout.order.includes(field.name))
    .map((field) => field.name)
    .toSorted()
    .join(',')
  const view = useMemo(
    () => ({ filter, sort, query, myEntitiesOnly: isMine, columns: columns ? columns.split(',') : [] }),
    [filter, sort, query, isMine, columns],
  )
  const viewKey = useMemo(() => JSON.stringify([filter, sort, query, isMine]), [filter, sort, query, isMine])
  return { view, viewKey, mine: isMine, mineLocked }
}
