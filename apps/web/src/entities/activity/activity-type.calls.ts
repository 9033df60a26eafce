import { queryOptions } from '@tanstack/react-query'
import type { ActivityType } from '@steward/contracts/activity-type'
import { api, send } from '../../api/client.ts'

export const activityTypesKey = ['activity-types'] as const

/** All types, by name. */
export const activityTypesQuery = queryOptions({
  queryKey: [...activityTypesKey, 'list'],
  queryFn: async ({ signal }): Promise<ActivityType[]> => {
    const { data } = await send(api.GET('/core/activity-type', { signal }))
    return Array.isArray(data) ? data : Object.values(data)
  },
  staleTime: 5 * 60_000,
})
