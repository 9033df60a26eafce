import { useMemo } from 'react'
import { roleIds } from '@steward/contracts/permission'
import type { Level } from '@steward/contracts/level'
import type { LevelField } from '../../api/fields.ts'
import type { RecordView } from '../../api/records.ts'
import { useUser } from '../../api/session.ts'
import type { GridLayout } from '../../components/data-table/grid-columns.ts'
import type { ListSearch } from './list-search.ts'

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
  const { roleId } = useUser()
  const mineLocked = level.id !== 3 && roleId === roleIds.normalUser
  const isMine = level.id !== 3 && (mine || mineLocked)
  // Sorted, so that another order of the same columns asks for nothing new.
  const columns = fields
    .filter((field) => field.custom && layout.order.includes(field.name))
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
