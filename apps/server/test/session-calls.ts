import { expect } from 'vitest'
import type { Answer, TestApp } from './harness.ts'
import { callFrom, newLogin, signIn } from './sign-in.ts'

export interface Tokens {
  token: string
  refreshToken: string
  expiresAt: string
  sessionEndsAt: string
}

export interface Sessions {
  /** Signs in someone new. */
  signedIn(email: string, remember?: boolean): Promise<Tokens & { userId: number }>
  refresh(refreshToken: string): Promise<Answer>
  /** The tokens that a good refresh token gives. */
  refreshed(refreshToken: string): Promise<Tokens>
  readSession(token: string): Promise<Answer>
}

/** What tests of sessions do with them. */
export function sessionsOf(test: TestApp): Sessions {
  const refresh = (refreshToken: string): Promise<Answer> =>
    callFrom(test, 'identity/refresh', { body: { refreshToken } })
  return {
    async signedIn(email, remember = false) {
      const userId = await newLogin(test, email)
      return { ...(await signIn(test, email, { remember })).body.data, userId }
    },
    refresh,
    async refreshed(refreshToken) {
      const answer = await refresh(refreshToken)
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      return answer.body.data
    },
    readSession: (token) => callFrom(test, 'identity/session', { token }),
  }
}
