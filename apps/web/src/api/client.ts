import createClient, { type Middleware } from 'openapi-fetch'
import type { paths } from '@steward/api-client'
import { ApiError, errorFrom, networkError } from './api-error.ts'
import { earlyOrFetch } from './gateway.ts'
import { noteOwnChange } from './own-changes.ts'

const gateway: Middleware = {
  async onResponse({ response }) {
    if (!response.ok) throw await errorFrom(response)
  },
  onError({ error }) {
    // A call that was called off is not a failure.
    if (error instanceof ApiError || (error instanceof DOMException && error.name === 'AbortError')) return
    return networkError()
  },
}

/** The described paths, without the gateway root that every one of them starts with. */
type GatewayPaths = {
  [Path in keyof paths as Path extends `/api${infer Rest}` ? Rest : Path]: paths[Path]
}

/** The typed client of the public API. Every failed call rejects with an ApiError. */
export const api = createClient<GatewayPaths>({
  baseUrl: '/api',
  // Lists of ids go as 1,2,3.
  querySerializer: { array: { style: 'form', explode: false } },
  fetch(request) {
    const answer = earlyOrFetch(request)
    if (request.method !== 'GET') noteOwnChange(answer)
    return answer
  },
})

api.use(gateway)

/** The body of an answer. An answer without one (204) gives undefined. */
export async function send<T>(call: Promise<{ data?: T }>): Promise<NonNullable<T>> {
  return (await call).data as NonNullable<T>
}
