import { useSyncExternalStore } from 'react'
import type { SessionUser } from '@steward/contracts/identity'

/** checking: a stored sign-in is being verified. expired: the dialog is open over the last screen. */
export type SessionState = 'signed-out' | 'checking' | 'signed-in' | 'expired'

export type Session = { state: SessionState; user: SessionUser | null }

type StoredSignIn = { token: string; expiresAt: string }

const authKey = 'steward.auth'
const userKey = 'steward.user'
const listeners = new Set<() => void>()

let signIn: StoredSignIn | null = readJson<StoredSignIn>(authKey)
let session: Session = startingSession()

function startingSession(): Session {
  if (!signIn || Date.parse(signIn.expiresAt) <= Date.now()) {
    signIn = null
    return { state: 'signed-out', user: null }
  }
  return { state: 'checking', user: readJson<SessionUser>(userKey) }
}

function readJson<T>(key: string): T | null {
  try {
    const text = localStorage.getItem(key) ?? sessionStorage.getItem(key)
    return text ? (JSON.parse(text) as T) : null
  } catch {
    return null
  }
}

function write(storage: () => Storage, key: string, value: unknown): void {
  try {
    storage().setItem(key, JSON.stringify(value))
  } catch {
    // Without storage the sign-in lasts as long as the page.
  }
}

function clearStored(): void {
  try {
    for (const storage of [localStorage, sessionStorage]) {
      storage.removeItem(authKey)
      storage.removeItem(userKey)
    }
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

export function sessionToken(): string | null {
  return signIn?.token ?? null
}

/** Keeps a fresh sign-in: past the browser's end when `remember`, else for this tab. */
export function beginSession(signedIn: StoredSignIn & { user: SessionUser }, remember: boolean): void {
  const storage = () => (remember ? localStorage : sessionStorage)
  clearStored()
  signIn = { token: signedIn.token, expiresAt: signedIn.expiresAt }
  write(storage, authKey, signIn)
  write(storage, userKey, signedIn.user)
  set({ state: 'signed-in', user: signedIn.user })
}

/** The server confirmed the stored sign-in and told who it is. */
export function confirmSession(user: SessionUser): void {
  if (!signIn) return
  const remembered = readIn(() => localStorage)
  write(() => (remembered ? localStorage : sessionStorage), userKey, user)
  set({ state: 'signed-in', user })
}

function readIn(storage: () => Storage): boolean {
  try {
    return storage().getItem(authKey) !== null
  } catch {
    return false
  }
}

/** Opens the Session Expired dialog; the screen under it stays until the user leaves. */
export function expireSession(): void {
  if (session.state !== 'signed-out') set({ ...session, state: 'expired' })
}

/** Forgets everything about the sign-in, here and in storage. */
export function endSession(): void {
  signIn = null
  clearStored()
  set({ state: 'signed-out', user: null })
}

// Signing out in one tab signs the others out, where they share the sign-in. There are no tabs in tests.
globalThis.addEventListener?.('storage', (event) => {
  if (event.key === authKey && event.oldValue && !event.newValue && session.state === 'signed-in')
    endSession()
})

export function useSession(): Session {
  return useSyncExternalStore(subscribeSession, readSession)
}

/** The signed-in user. Only for what is shown under /app, where there always is one. */
export function useUser(): SessionUser {
  const { user } = useSession()
  if (!user) throw new Error('Nobody is signed in')
  return user
}
