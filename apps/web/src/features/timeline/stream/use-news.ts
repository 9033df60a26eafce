import { useEffect, useMemo } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { TimelineItem } from '@steward/contracts/timeline'
import { hearChanges } from '../../../entities/record/index.ts'
import type { TimelineView } from '../filter/timeline-view.ts'
import type { Subject } from '../logging.calls.ts'
import { headQuery, lastActAt, showItem, timelineQuery, type HeldTimeline } from '../timeline.calls.ts'
import { headNews } from './head.rules.ts'

/** Milliseconds between two looks at the newest items, while the page is seen. */
const lookAfter = 20_000

/** How many items others added; what they changed or took away is shown at once, as it moves little. */
export function useNews(
  { level, id }: Subject,
  view: TimelineView,
  held: readonly TimelineItem[],
): { count: number; show: () => void } {
  const client = useQueryClient()
  const { queryKey: heldKey } = timelineQuery(level, id, view)
  const query = headQuery(level, id, view)
  const { data: head, dataUpdatedAt } = useQuery({
    ...query,
    initialData: () => client.getQueryData<HeldTimeline>(heldKey)?.pages[0],
    initialDataUpdatedAt: () => client.getQueryState(heldKey)?.dataUpdatedAt,
    staleTime: lookAfter / 4,
    refetchInterval: lookAfter,
    refetchOnWindowFocus: true,
  })
  const key = JSON.stringify(query.queryKey)
  useEffect(
    () =>
      hearChanges(({ level: changed, records }) => {
        const isOurs = changed === level.id && (records === null || records.includes(id))
        if (isOurs) void client.invalidateQueries({ queryKey: JSON.parse(key) as unknown[] })
      }),
    [client, key, level, id],
  )
  const news = useMemo(
    () => (head && dataUpdatedAt > lastActAt() ? headNews(held, head) : { count: 0, changed: [], gone: [] }),
    [head, held, dataUpdatedAt],
  )
  useEffect(() => {
    for (const item of news.changed) {
      showItem(client, item.itemId, (shown) => ({ ...item, unread: shown.unread || item.unread }))
    }
    for (const itemId of news.gone) showItem(client, itemId, () => null)
  }, [client, news])

  function show() {
    if (!head) return
    client.setQueryData<HeldTimeline>(heldKey, { pages: [head], pageParams: [undefined] })
  }
  return { count: news.count, show }
}
