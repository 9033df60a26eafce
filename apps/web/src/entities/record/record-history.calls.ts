import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Level } from '@steward/contracts/level'
import type { HistoryEntry } from '@steward/contracts/record-history'
import type { StageStay } from '@steward/contracts/stage-history'
import { api, send } from '../../api/client.ts'
import { pathsOf, type WrittenRecord } from './record.calls.ts'

type HistoryPage = { data: HistoryEntry[]; hasMore: boolean }

const pageSize = 30

/** Everything kept about what happened to a record. */
export function historyKey(level: Level, id: number) {
  return ['records', level.name, 'history', id] as const
}

async function readHistory(
  level: Level,
  id: number,
  query: { field?: string; before?: number; limit: number },
  signal: AbortSignal,
): Promise<HistoryPage> {
  return send(api.GET(pathsOf(level).history, { params: { path: { id }, query }, signal }))
}

/** What happened to a record, newest first, page by page; of one field when it is named. */
export function historyQuery(level: Level, id: number, field: string | undefined) {
  return infiniteQueryOptions({
    queryKey: [...historyKey(level, id), field ?? null],
    queryFn: ({ signal, pageParam }) =>
      readHistory(level, id, { field, before: pageParam, limit: pageSize }, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page: HistoryPage) => (page.hasMore ? page.data.at(-1)?.changeSetId : undefined),
  })
}

/** The stages that a record has been in, the present one first; another stage is asked for again. */
export function stageHistoryQuery(level: Level, id: number, present: number | null) {
  return queryOptions({
    queryKey: [...historyKey(level, id), 'stages', present],
    queryFn: async ({ signal }): Promise<StageStay[]> =>
      (await send(api.GET(pathsOf(level).stageHistory, { params: { path: { id } }, signal })))
        .data as StageStay[],
  })
}

/** Who changed a field last; asked only when someone else's change is in the way. */
export function lastChangeQuery(level: Level, id: number, field: string, version: number) {
  return queryOptions({
    queryKey: [...historyKey(level, id), 'last', field, version],
    queryFn: async ({ signal }): Promise<HistoryEntry | null> =>
      (await readHistory(level, id, { field, limit: 1 }, signal)).data[0] ?? null,
  })
}

/** Puts one value back to what it was before a change set. */
export function restoreValue(
  level: Level,
  id: number,
  field: string,
  changeSetId: number,
): Promise<WrittenRecord> {
  const init = { params: { path: { id } }, body: { field, changeSetId } }
  return send(api.POST(pathsOf(level).restoreValue, init))
}
