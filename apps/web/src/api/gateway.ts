import type { paths } from '@steward/api-client'
import { errorFrom, isSessionExpired, networkError, type ApiError } from './api-error.ts'
import { askForPassword } from './confirmation.ts'
import { freshToken, refreshTokens } from './refresh.ts'
import { expireSession, sessionToken } from './session.ts'

async function refusal(response: Response): Promise<ApiError | null> {
  return response.ok ? null : errorFrom(response.clone())
}

/**
 * `fetch` in the name of the signed-in user. An access token that ends is renewed before the call, or
 * once after it was refused; where the password has to be confirmed first, the user is asked for it
 * and the call is made again. Rejects with an ApiError when the session has ended.
 */
export async function authorizedFetch(input: Request | string): Promise<Response> {
  const request = new Request(input)
  const attempt = async () => {
    const token = await freshToken()
    const next = request.clone()
    if (token) next.headers.set('Authorization', `Bearer ${token}`)
    return fetch(next)
  }
  const token = sessionToken()
  let response = await attempt()
  let error = await refusal(response)
  if (token && error && isSessionExpired(error)) {
    // Another call may have renewed it meanwhile.
    if (sessionToken() === token) await refreshTokens(token)
    response = await attempt()
    error = await refusal(response)
    if (error && isSessionExpired(error)) expireSession()
  }
  const isUnconfirmed = error?.reason === 'session.confirm'
  return isUnconfirmed && (await askForPassword()) ? attempt() : response
}

/** Answers that were requested before the scripts that read them were there, by their address. */
const early = new Map<string, Promise<Response>>()

/** How long an early answer is good for; then it may be out of date. Milliseconds. */
const earlyFor = 5000

/** Requests what a page reads first, while its scripts are on their way; the first call of the same path gets the answer. */
export function requestEarly(path: string): void {
  const request = new Request(path)
  const answer = authorizedFetch(request)
  early.set(request.url, answer)
  const forget = () => early.delete(request.url)
  answer.catch(forget)
  setTimeout(forget, earlyFor)
}

/** `authorizedFetch`, or the answer to the same call that was requested early. */
export function earlyOrFetch(request: Request): Promise<Response> {
  const answer = request.method === 'GET' ? early.get(request.url) : undefined
  early.delete(request.url)
  return answer ?? authorizedFetch(request)
}

type Calls<Method extends string> = {
  [
    Path in keyof paths as paths[Path] extends Record<Method, object>
      ? Path extends `/api${infer Rest}`
        ? Rest
        : never
      : never
  ]: paths[Path] extends Record<Method, infer Call> ? Call : never
}

type BodyOf<Call> = Call extends { requestBody: { content: { 'application/json': infer Body } } }
  ? Body
  : undefined

type DataOf<Call> = Call extends {
  responses: { 200: { content: { 'application/json': { data: infer Data } } } }
}
  ? Data
  : never

async function dataOf<T>(input: Request | string): Promise<T> {
  const response = await authorizedFetch(input).catch((error: unknown) => {
    throw error instanceof TypeError ? networkError() : error
  })
  if (!response.ok) throw await errorFrom(response)
  return ((await response.json()) as { data: T }).data
}

/** The `data` of a call without parameters, for the sign-in, which does without the weight of the client. */
export function get<Path extends keyof Calls<'get'>>(path: Path): Promise<DataOf<Calls<'get'>[Path]>> {
  return dataOf(`/api${path}`)
}

/** The same for a call that sends something. */
export function post<Path extends keyof Calls<'post'>>(
  path: Path,
  body: BodyOf<Calls<'post'>[Path]>,
): Promise<DataOf<Calls<'post'>[Path]>> {
  const content = body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
  return dataOf(new Request(`/api${path}`, { method: 'POST', ...content }))
}
