import { queryOptions } from '@tanstack/react-query'
import type { Level } from '@steward/contracts/level'
import type { LifecycleStage } from '@steward/contracts/lifecycle'
import { api, send } from '../../api/client.ts'

/** The stages of a level in their order; pipelines have none. */
export function stagesQuery(level: Level) {
  return queryOptions({
    queryKey: ['lifecycles', level.name],
    queryFn: async ({ signal }): Promise<LifecycleStage[]> => {
      const params = { query: { level: level.name } }
      const { data } = await send(api.GET('/core/lifecycles', { params, signal }))
      return (data as LifecycleStage[]).toSorted((one, other) => one.order - other.order)
    },
    staleTime: 5 * 60_000,
  })
}
