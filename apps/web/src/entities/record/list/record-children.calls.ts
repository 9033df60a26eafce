import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import type { Level } from '@steward/contracts/level'
import type { RecordList } from '@steward/contracts/record'
import { api, send } from '../../../api/client.ts'
import { recordChildrenKey } from '../record-cache.ts'
import { churnColumns, pathsOf, windowSize } from '../record.calls.ts'
import type { RecordSort } from './record-sort.ts'

export interface ChildrenView {
  /** Fields to read in addition to those that identify a record. */
  columns: readonly string[]
  order: RecordSort
  query: string
}

const byName: ChildrenView = { columns: [], order: { column: 'name', direction: 'ASC' }, query: '' }

/** The records of a level that belong to an organization or an account, window by window. */
export function childrenQuery(
  level: Level,
  parent: { level: Level; id: number },
  view: ChildrenView = byName,
) {
  const filter = JSON.stringify({ field: parent.level.name, operator: 'isSetTo', value: parent.id })
  return infiniteQueryOptions({
    queryKey: [...recordChildrenKey(level), parent.level.name, parent.id, view],
    queryFn: ({ signal, pageParam }): Promise<RecordList> => {
      const query = {
        page: pageParam,
        pageSize: windowSize,
        sortColumn: view.order.column,
        sortDirection: view.order.direction,
        filter,
        ...(view.query ? { query: view.query } : {}),
        columns: [...view.columns, ...churnColumns].join(','),
      }
      return send(api.GET(pathsOf(level).list, { params: { query }, signal }))
    },
    placeholderData: keepPreviousData,
    initialPageParam: 1,
    getNextPageParam: ({ page, pageSize, totalItemCount }: RecordList) =>
      page * pageSize < totalItemCount ? page + 1 : undefined,
  })
}
