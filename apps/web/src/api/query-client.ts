import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { readSession, subscribeSession } from './session.ts'

/** Once more after a failure of the network or the server; never after a refusal, or where it would take as long again. */
function worthRetrying(failures: number, error: Error): boolean {
  const isPassing = error instanceof ApiError && error.status >= 500 && error.reason !== 'database.timeout'
  return failures < 1 && isPassing
}

/** Milliseconds. A server that has too much to do is left alone for longer, and not asked by all at once. */
function retryDelay(_failures: number, error: Error): number {
  const isBusy = error instanceof ApiError && error.status === 503
  return isBusy ? 2000 + Math.random() * 2000 : 600
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 30_000, gcTime: 10 * 60_000, retry: worthRetrying, retryDelay },
    mutations: { retry: false, networkMode: 'always' },
  },
})

// What someone has read is no one else's.
subscribeSession(() => {
  if (readSession().state === 'signed-out') queryClient.clear()
})
