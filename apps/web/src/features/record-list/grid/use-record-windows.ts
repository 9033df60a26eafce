import { useCallback, useMemo, useState } from 'react'
import {
  usePrefetchQuery,
  useQueries,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query'
import type { Level } from '@steward/contracts/level'
import type { RecordBody, RecordList } from '@steward/contracts/record'
import {
  recordListsKey,
  type RecordView,
  recordWindowQuery,
  windowSize,
} from '../../../entities/record/index.ts'
import { learnNames } from '../../../entities/value/index.ts'

export interface RecordWindows {
  /** The first window of what is shown: totals are in each, so here. */
  head: RecordList | undefined
  /** What is shown belongs to the view before; the new one is on its way. */
  stale: boolean
  /** What is shown belongs to the view before; the new one could not be loaded. */
  lost: boolean
  error: Error | null
  retry: () => void
  count: number
  rowAt: (index: number) => RecordBody | undefined
  onRange: (first: number, last: number) => void
  /** The records that are in view or near it. */
  loaded: readonly RecordBody[]
}

type Pages = { first: number; last: number }

const learned = new WeakSet<RecordList>()

function learn(list: RecordList): void {
  if (learned.has(list)) return
  learned.add(list)
  for (const record of list.data) learnNames(record)
}

function listsOf(results: UseQueryResult<RecordList>[]): {
  lists: (RecordList | undefined)[]
  error: Error | null
} {
  return {
    lists: results.map((result) => result.data),
    error: results.find((result) => result.error)?.error ?? null,
  }
}

/** The rows of a view, loaded in windows as they are reached. The rows of before stay until new ones are there. */
export function useRecordWindows(level: Level, view: RecordView): RecordWindows {
  const client = useQueryClient()
  const [pages, setPages] = useState<Pages>({ first: 1, last: 1 })
  // On its way before the page is drawn, not after.
  usePrefetchQuery(recordWindowQuery(level, view, 1))
  const current = useQuery(recordWindowQuery(level, view, 1))
  const [shownView, setShownView] = useState(view)
  if (current.data && shownView !== view) setShownView(view)
  const isShown = shownView === view
  const head = current.data ?? client.getQueryData(recordWindowQuery(level, shownView, 1).queryKey)

  const wanted = useMemo(
    () => Array.from({ length: pages.last - pages.first + 1 }, (_, offset) => pages.first + offset),
    [pages],
  )
  const { lists, error } = useQueries({
    queries: wanted.map((page) => ({
      ...recordWindowQuery(level, shownView, page),
      enabled: head !== undefined,
    })),
    combine: listsOf,
  })

  const rows = useMemo(() => {
    const byPage = new Map<number, readonly RecordBody[]>()
    for (const [index, list] of [...lists, head].entries()) {
      if (!list) continue
      learn(list)
      byPage.set(index < wanted.length ? wanted[index]! : 1, list.data)
    }
    return byPage
  }, [lists, head, wanted])

  const rowAt = useCallback(
    (index: number) => rows.get(Math.floor(index / windowSize) + 1)?.[index % windowSize],
    [rows],
  )
  const onRange = useCallback((from: number, to: number) => {
    const first = Math.floor(from / windowSize) + 1
    const last = Math.floor(to / windowSize) + 1
    setPages((before) => (before.first === first && before.last === last ? before : { first, last }))
  }, [])

  return {
    head,
    stale: !isShown && !current.error,
    lost: !isShown && current.error !== null,
    error: current.error ?? error,
    retry: () => void client.refetchQueries({ queryKey: recordListsKey(level), type: 'active' }),
    count: head?.totalItemCount ?? 0,
    rowAt,
    onRange,
    loaded: useMemo(() => [...rows.values()].flat(), [rows]),
  }
}
