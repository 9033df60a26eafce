import { queryOptions } from '@tanstack/react-query'
import type { ChurnReason, PutChurnReasons } from '@steward/contracts/churn-reason'
import { api, send } from '../../../api/client.ts'

/** Why customers leave, with how many records hold each reason. */
export const churnReasonsQuery = queryOptions({
  queryKey: ['churn-reasons'],
  queryFn: async ({ signal }): Promise<ChurnReason[]> =>
    (await send(api.GET('/core/churn-reasons', { signal }))).data,
})

/** Makes the reasons what the tree says, in its order. */
export async function updateChurnReasons(reasons: PutChurnReasons['reasons']): Promise<ChurnReason[]> {
  return (await send(api.PUT('/core/churn-reasons', { body: { reasons } }))).data
}
