import { queryOptions } from '@tanstack/react-query'
import { api, send } from '../../../api/client.ts'

/** The users who can't see a record. */
export function unableQuery(recordId: number) {
  return queryOptions({
    queryKey: ['unable', recordId],
    queryFn: async ({ signal }): Promise<number[]> => {
      const params = { path: { id: recordId } }
      return (await send(api.GET('/notification/records/{id}/unable', { params, signal }))).data
    },
    staleTime: 30_000,
  })
}
