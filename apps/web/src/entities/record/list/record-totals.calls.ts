import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { TotalFunction } from '@steward/contracts/column-set'
import type { Level } from '@steward/contracts/level'
import type { RecordTotal } from '@steward/contracts/record-totals'
import { api, send } from '../../../api/client.ts'
import { pathsOf, selectionOf, type RecordView } from '../record.calls.ts'

/** All totals of a level, whatever they are of. */
export function recordTotalsKey(level: Level) {
  return ['records', level.name, 'totals'] as const
}

/** Totals of everything that matches a view, by column. */
export function recordTotalsQuery(
  level: Level,
  view: RecordView,
  asked: Readonly<Record<string, TotalFunction>>,
) {
  const totals = Object.entries(asked)
    .map(([column, total]) => `${total}(${column})`)
    .toSorted()
    .join(',')
  const search = {
    ...selectionOf(view),
    totals,
  }
  return queryOptions({
    queryKey: [...recordTotalsKey(level), search],
    queryFn: async ({ signal }): Promise<RecordTotal[]> =>
      totals === ''
        ? []
        : (await send(api.GET(pathsOf(level).totals, { params: { query: search }, signal }))).data,
    placeholderData: keepPreviousData,
  })
}
