import { infiniteQueryOptions } from '@tanstack/react-query'
import type { RecentChange } from '@steward/contracts/record-history'
import { api, send } from '../../../api/client.ts'

interface RecentPage {
  data: RecentChange[]
  hasMore: boolean
}

export const recentChangesKey = ['recent-changes'] as const

/** The latest changes of people, newest first, page by page. */
export const recentChangesQuery = infiniteQueryOptions({
  queryKey: recentChangesKey,
  queryFn: async ({ signal, pageParam }): Promise<RecentPage> =>
    (await send(
      api.GET('/core/change-sets', { params: { query: { before: pageParam } }, signal }),
    )) as RecentPage,
  initialPageParam: undefined as number | undefined,
  getNextPageParam: ({ data, hasMore }: RecentPage) => (hasMore ? data.at(-1)?.changeSetId : undefined),
  staleTime: 0,
})
