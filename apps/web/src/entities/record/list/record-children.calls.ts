import { infiniteQueryOptions } from '@tanstack/react-query'
import type { Level } from '@steward/contracts/level'
import type { RecordList } from '@steward/contracts/record'
import { api, send } from '../../../api/client.ts'
import { recordChildrenKey } from '../record-cache.ts'
import { churnColumns, pathsOf, windowSize } from '../record.calls.ts'

/** The records of a level that belong to an organization or an account, by name, window by window. */
export function childrenQuery(level: Level, parent: { level: Level; id: number }) {
  const filter = JSON.stringify({ field: parent.level.name, operator: 'isSetTo', value: parent.id })
  return infiniteQueryOptions({
    queryKey: [...recordChildrenKey(level), parent.level.name, parent.id],
    queryFn: ({ signal, pageParam }): Promise<RecordList> => {
      const query = {
        page: pageParam,
        pageSize: windowSize,
        sortColumn: 'name',
        sortDirection: 'ASC' as const,
        filter,
        columns: churnColumns.join(','),
      }
      return send(api.GET(pathsOf(level).list, { params: { query }, signal }))
    },
    initialPageParam: 1,
    getNextPageParam: ({ page, pageSize, totalItemCount }: RecordList) =>
      page * pageSize < totalItemCount ? page + 1 : undefined,
  })
}
