import { ApiError } from './api-error.ts'
import { api, send } from './client.ts'
import { beginSession, confirmSession, endSession, readSession, sessionToken } from './session.ts'

type Credentials = { username: string; password: string; remember: boolean }

/** Asks for the tenant of the user first, then signs in. Rejects with the ApiError to show. */
export async function signIn({ username, password, remember }: Credentials): Promise<void> {
  await send(api.GET('/tenant/{username}', { params: { path: { username } } }))
  const { data } = await send(api.POST('/identity/sign-in', { body: { username, password, remember } }))
  beginSession(data, remember)
}

/**
 * Verifies a stored sign-in. A refusal signs out. When the server cannot be reached, a known
 * user goes on with what is cached; without one there is nothing to show but sign-in.
 */
async function checkSession(): Promise<void> {
  if (!sessionToken()) return
  try {
    const { data } = await send(api.GET('/identity/session'))
    confirmSession(data.user)
  } catch (error) {
    const { state, user } = readSession()
    if (state !== 'checking') return
    const refused = error instanceof ApiError && error.status < 500
    if (refused || !user) endSession()
    else confirmSession(user)
  }
}

/** Signs out here at once; the server is told, but nobody waits for it. */
export function signOut(): void {
  const token = sessionToken()
  endSession()
  if (!token) return
  const headers = { Authorization: `Bearer ${token}` }
  void fetch('/api/identity/sign-out', { method: 'POST', headers, keepalive: true }).catch(() => undefined)
}

/** The check of a stored sign-in, begun with the page. */
export const sessionChecked = checkSession()
