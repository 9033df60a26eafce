import type { Tokens } from '@steward/contracts/identity'
import { sessionIdleMinutes } from '@steward/contracts/plain/session'
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

/** Milliseconds before its end from which a token is no longer used. */
const headStart = 30_000
/** Milliseconds after which an attempt without an answer is made again. */
const secondAttemptAfter = 400
const attemptKey = 'steward.refresh-attempt'
const longestIdle = sessionIdleMinutes * 60_000

let running: Promise<void> | null = null

function newName(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

/**
 * The name of the attempt that is under way. It stays until there is an answer, also when the page is left: a
 * server that died may have swapped the cookie without our hearing of it, and tells it again to the same attempt.
 */
const attempt = {
  name(): string {
    try {
      const name = localStorage.getItem(attemptKey) ?? newName()
      localStorage.setItem(attemptKey, name)
      return name
    } catch {
      return newName()
    }
  },
  answered(): void {
    try {
      localStorage.removeItem(attemptKey)
    } catch {
      // Nothing was kept.
    }
  },
}

function send(name: string): Promise<Response | null> {
  return fetch('/api/identity/refresh', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ attempt: name }),
    // The cookie of the answer has to arrive even when the page is being left.
    keepalive: true,
  }).catch(() => null)
}

const isAnswer = (response: Response | null): response is Response =>
  response !== null && response.status < 500

/**
 * Swaps the cookie for fresh tokens; where no answer comes, asks once more. Rejects with the ApiError of a
 * refusal or of the network.
 */
export async function askForTokens(): Promise<Tokens> {
  const name = attempt.name()
  let response = await send(name)
  if (!isAnswer(response)) {
    await new Promise((resolve) => setTimeout(resolve, secondAttemptAfter))
    response = await send(name)
  }
  if (!response) throw networkError()
  if (isAnswer(response)) attempt.answered()
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

/** A token for the next call; null when no one is signed in. Rejects like `refreshTokens`. */
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
