import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { messageBodySchema, messagePageSchema, messageQuery } from '@steward/contracts/messenger'
import type { z } from 'zod'
import { api, send } from '../../api/client.ts'

export type MessageFilter = Pick<z.infer<typeof messageQuery>, 'state' | 'channel' | 'query'>
export type MessageBody = z.infer<typeof messageBodySchema>
export type MessagePage = z.infer<typeof messagePageSchema>

export const messagesKey = ['messages'] as const

const pageSize = 50
const pollTime = 3000

/** What was written to people and fits a filter, newest first; asked again while some waits to be sent. */
export function messagesQuery(filter: MessageFilter) {
  return infiniteQueryOptions({
    queryKey: [...messagesKey, 'list', filter],
    queryFn: ({ signal, pageParam }): Promise<MessagePage> =>
      send(
        api.GET('/messenger/messages', {
          params: { query: { ...filter, before: pageParam, pageSize } },
          signal,
        }),
      ),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page: MessagePage) => page.next ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.data.some((message) => message.state === 'waiting'))
        ? pollTime
        : false,
  })
}

/** Get one message with its content; asked again while it waits to be sent. */
export function messageBodyQuery(messageId: number) {
  return queryOptions({
    queryKey: [...messagesKey, 'body', messageId],
    queryFn: async ({ signal }): Promise<MessageBody> => {
      const init = { params: { path: { messageId } }, signal }
      return (await send(api.GET('/messenger/messages/{messageId}', init))).data
    },
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? pollTime : false),
  })
}

/** Puts a failed message back among those that wait. */
export async function retryMessage(messageId: number): Promise<void> {
  await send(api.POST('/messenger/messages/{messageId}/retry', { params: { path: { messageId } } }))
}
