import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { Follow } from '@steward/contracts/notification'
import { api, send } from '../../api/client.ts'

const url = '/notification/records/{id}/follow'

/** Whether the user follows a record. */
export function followQuery(recordId: number) {
  return queryOptions({
    queryKey: ['follow', recordId],
    queryFn: async ({ signal }): Promise<Follow> =>
      (await send(api.GET(url, { params: { path: { id: recordId } }, signal }))).data,
  })
}

/** Follows a record, or no longer. */
export async function setFollows(client: QueryClient, recordId: number, follows: boolean): Promise<void> {
  const { data } = await send(api.PUT(url, { params: { path: { id: recordId } }, body: { follows } }))
  client.setQueryData(followQuery(recordId).queryKey, data)
}
