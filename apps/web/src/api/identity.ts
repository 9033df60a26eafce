import { ApiError } from './api-error.ts'
import { get } from './gateway.ts'
import { askForTokens } from './refresh.ts'
import { confirmSession, endSession, isSameUser, readSession, sessionToken, tokenLeft } from './session.ts'

/**
 * Verifies a stored sign-in. A refusal signs out. When the server cannot be reached, a known
 * user continues with what is cached; without one there is nothing to show but sign-in.
 */
async function checkSession(): Promise<void> {
  if (!sessionToken()) return
  try {
    confirmSession((await get('/identity/session')).user)
  } catch (error) {
    const { state, user } = readSession()
    if (state !== 'checking') return
    const refused = error instanceof ApiError && error.status < 500
    if (refused || !user) endSession()
    else confirmSession(user)
  }
}

/** An access token that has run out cannot end its session, so the cookie's last use is for this. */
async function tellServer(token: string, isFresh: boolean): Promise<void> {
  const valid = isFresh ? token : (await askForTokens()).token
  if (!isSameUser(token, valid)) return
  const headers = { Authorization: `Bearer ${valid}` }
  await fetch('/api/identity/sign-out', { method: 'POST', headers, keepalive: true })
}

/** Signs out here at once; the server is notified, but no one waits for it. */
export function signOut(): void {
  const token = sessionToken()
  const isFresh = (tokenLeft() ?? 0) > 0 && readSession().state !== 'expired'
  endSession()
  if (token) void tellServer(token, isFresh).catch(() => undefined)
}

/** The check of a stored sign-in, begun with the page. */
export const sessionChecked = checkSession()
