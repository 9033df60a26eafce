import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { readSession, subscribeSession } from './session.ts'

/** Once more after a failure of the network or the server; never after a refusal. */
function worthRetrying(failures: number, error: Error): boolean {
  return failures < 1 && error instanceof ApiError && error.status >= 500
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 30_000, gcTime: 10 * 60_000, retry: worthRetrying, retryDelay: 600 },
    mutations: { retry: false, networkMode: 'always' },
  },
})

// What somebody has read is nobody else's.
subscribeSession(() => {
  if (readSession().state === 'signed-out') queryClient.clear()
})
