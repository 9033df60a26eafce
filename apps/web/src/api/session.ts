import { useSyncExternalStore } from 'react'
import type { SessionUser, Tokens } from '@steward/contracts/identity'

/** checking: a stored sign-in is being verified. expired: the dialog is open over the last screen. */
export type SessionState = 'signed-out' | 'checking' | 'signed-in' | 'expired'

export type Session = { state: SessionState; user: SessionUser | null }

/** Instants are by this machine's clock. Without `sessionEndsAt` the session ends with its token. */
type StoredSignIn = { token: string; expiresAt: string; sessionEndsAt?: string }

const authKey = 'steward.auth'
const userKey = 'steward.user'
/** What the user opened last; it ends with the sign-in. */
export const recentKey = 'steward.recent'
const listeners = new Set<() => void>()

/** Whether the sign-in outlives the browser, and is shared with its other tabs. */
let isRemembered = false
let signIn: StoredSignIn | null = null
/** Whether the last sign-in ended without anyone signing out. */
let endedByItself = false
let session: Session = startingSession()

function startingSession(): Session {
  isRemembered = readJson(localStored, authKey) !== null
  signIn = readJson<StoredSignIn>(storage, authKey)
  if (!signIn || Date.parse(signIn.sessionEndsAt ?? signIn.expiresAt) <= Date.now()) {
    endedByItself = signIn !== null
    signIn = null
    return { state: 'signed-out', user: null }
  }
  return { state: 'checking', user: readJson<SessionUser>(storage, userKey) }
}

function localStored(): Storage {
  return localStorage
}

function storage(): Storage {
  return isRemembered ? localStorage : sessionStorage
}

function readJson<T>(from: () => Storage, key: string): T | null {
  try {
    return JSON.parse(from().getItem(key) ?? 'null') as T | null
  } catch {
    return null
  }
}

function write(key: string, value: unknown): void {
  try {
    storage().setItem(key, JSON.stringify(value))
  } catch {
    // Without storage the sign-in lasts as long as the page.
  }
}

function clearStored(): void {
  try {
    storage().removeItem(authKey)
    storage().removeItem(userKey)
    localStorage.removeItem(recentKey)
  } catch {
    // Nothing can be stored, so nothing is left behind.
  }
}

function set(next: Session): void {
  session = next
  for (const listener of listeners) listener()
}

export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function readSession(): Session {
  return session
}

/** Whether the last sign-in of this page or tab ended without anyone signing out. */
export function hasEndedByItself(): boolean {
  return endedByItself
}

export function sessionToken(): string | null {
  return signIn?.token ?? null
}

/** Milliseconds until the access token ends, below zero when it has; null when no one is signed in. */
export function tokenLeft(): number | null {
  return signIn && Date.parse(signIn.expiresAt) - Date.now()
}

export function isSessionRemembered(): boolean {
  return isRemembered
}

function claimsOf(token: string): { sub?: unknown; iat?: number } {
  try {
    const part = token.split('.')[1] ?? ''
    return JSON.parse(atob(part.replaceAll('-', '+').replaceAll('_', '/'))) as object
  } catch {
    return {}
  }
}

/** Whether two access tokens are of one user; by default the second is that of this session. */
export function isSameUser(token: string, other: string = sessionToken() ?? ''): boolean {
  return claimsOf(token).sub === claimsOf(other).sub
}

/** Tokens with their instants moved from the server's clock to this machine's. */
function byThisClock({ token, expiresAt, sessionEndsAt }: Tokens): StoredSignIn {
  const { iat } = claimsOf(token)
  const shift = iat ? Date.now() - iat * 1000 : 0
  const moved = (instant: string) => new Date(Date.parse(instant) + shift).toISOString()
  return { token, expiresAt: moved(expiresAt), sessionEndsAt: moved(sessionEndsAt) }
}

/** Keeps a fresh sign-in: past the browser's end when `remember`, else for this tab. */
export function beginSession(signedIn: Tokens & { user: SessionUser }, remember: boolean): void {
  if (remember !== isRemembered) clearStored()
  isRemembered = remember
  endedByItself = false
  signIn = byThisClock(signedIn)
  // The user first: other tabs take the sign-in over when the tokens are there.
  write(userKey, signedIn.user)
  write(authKey, signIn)
  set({ state: 'signed-in', user: signedIn.user })
}

/** Keeps the fresh tokens of the session. False, and nothing kept, when they are someone else's. */
export function renewSession(tokens: Tokens): boolean {
  if (!signIn || !isSameUser(tokens.token)) return false
  signIn = byThisClock(tokens)
  write(authKey, signIn)
  return true
}

/** Takes over the tokens that another tab has fetched meanwhile. False when there are none. */
export function takeOverTokens(): boolean {
  const stored = isRemembered ? readJson<StoredSignIn>(storage, authKey) : null
  if (!signIn || !stored || stored.token === signIn.token) return false
  if (stored.expiresAt <= signIn.expiresAt || !isSameUser(stored.token)) return false
  signIn = stored
  return true
}

/** The server confirmed the stored sign-in and told who it is. */
export function confirmSession(user: SessionUser): void {
  if (!signIn) return
  write(userKey, user)
  set({ state: 'signed-in', user })
}

/**
 * Opens the Session Expired dialog; the screen under it stays until the user leaves. A stored sign-in
 * that turns out to have ended has shown nothing worth keeping, and leads to the sign-in at once.
 */
export function expireSession(): void {
  if (session.state === 'signed-in') set({ ...session, state: 'expired' })
  if (session.state === 'checking') endSession()
}

/** Forgets everything about the sign-in, here and in storage. */
export function endSession(): void {
  const { state } = session
  if (state !== 'signed-out') endedByItself = state !== 'signed-in'
  signIn = null
  clearStored()
  set({ state: 'signed-out', user: null })
}

/** What another tab did to the sign-in that the tabs share. */
function followOtherTab({ key, newValue }: StorageEvent): void {
  if (key !== authKey) return
  const { state } = session
  if (state === 'signed-out') {
    const { user } = startingSession()
    if (user) set({ state: 'signed-in', user })
  } else if (isRemembered && !newValue) endSession()
  else if (isRemembered && newValue && !isSameUser((JSON.parse(newValue) as StoredSignIn).token)) {
    window.location.reload()
  } else if (takeOverTokens() && state === 'expired') set({ ...session, state: 'signed-in' })
}

// There are no tabs in tests.
globalThis.addEventListener?.('storage', followOtherTab)

export function useSession(): Session {
  return useSyncExternalStore(subscribeSession, readSession)
}

/** The signed-in user. Only for what is shown under /app, where there always is one. */
export function useUser(): SessionUser {
  const { user } = useSession()
  if (!user) throw new Error('No one is signed in')
  return user
}
