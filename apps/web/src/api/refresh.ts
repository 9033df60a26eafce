import type { Tokens } from '@steward/contracts/identity'
import { idleTime, nextAct } from './activity.ts'
import { errorFrom, networkError, sessionExpiredError } from './api-error.ts'
import {
  expireSession,
  isSessionRemembered,
  readSession,
  renewSession,
  sessionToken,
  takeOverTokens,
  tokenLeft,
} from './session.ts'

/** Written out and checked against the contract, which brings more than these to the first load. */
const idleMinutes: typeof import('@steward/contracts/identity').sessionIdleMinutes = 60

/** Milliseconds before its end from which a token is no longer used. */
const headStart = 30_000
const longestIdle = idleMinutes * 60_000

let running: Promise<void> | null = null

/** Swaps the cookie for fresh tokens. Rejects with the ApiError of a refusal or of the network. */
export async function askForTokens(): Promise<Tokens> {
  const response = await fetch('/api/identity/refresh', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
    // The cookie of the answer has to arrive even when the page is being left.
    keepalive: true,
  }).catch(() => null)
  if (!response) throw networkError()
  if (!response.ok) throw await errorFrom(response)
  return ((await response.json()) as { data: Tokens }).data
}

/** A refresh token works once, so the tabs of a browser take turns. */
async function oneTabAtATime(work: () => Promise<void>): Promise<void> {
  if (navigator.locks) return navigator.locks.request('steward.refresh', work)
  const { withTurn } = await import('./tab-turn.ts')
  return withTurn(work)
}

function refuse(): never {
  expireSession()
  throw sessionExpiredError()
}

/** Work in the background keeps no session alive that its user has left. */
async function presence(): Promise<void> {
  if (idleTime() < longestIdle) return
  if (!isSessionRemembered()) refuse()
  await nextAct()
}

async function renew(stale: string | null): Promise<void> {
  await presence()
  await oneTabAtATime(async () => {
    if (takeOverTokens() || sessionToken() !== stale) return
    const tokens = await askForTokens().catch((error: { status: number }) => {
      const mayPass = error.status >= 500 || error.status === 429
      if (mayPass) throw error
      return refuse()
    })
    if (!renewSession(tokens) && sessionToken()) refuse()
  })
}

/**
 * Gets new tokens in place of the one given, once however many ask. Rejects with the expired
 * session's error, which has opened its dialog, or with that of the network.
 */
export function refreshTokens(stale: string | null): Promise<void> {
  if (readSession().state === 'expired') return Promise.reject(sessionExpiredError())
  running ??= renew(stale).finally(() => {
    running = null
  })
  return running
}

/** A token for the next call; null when nobody is signed in. Rejects like `refreshTokens`. */
export async function freshToken(): Promise<string | null> {
  const left = tokenLeft()
  if (left === null || left > headStart) return sessionToken()
  try {
    await refreshTokens(sessionToken())
  } catch (error) {
    const isStillGood = readSession().state !== 'expired' && (tokenLeft() ?? 0) > 0
    if (!isStillGood) throw error
  }
  return sessionToken()
}
