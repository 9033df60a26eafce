import type { SignedIn, SignInOutcome, TenantConfiguration } from '@steward/contracts/identity'
import type { VisitRole } from '@steward/contracts/plain/getting-started'
import { get, post } from '../../api/gateway.ts'
import type { Resent } from './resend-button.tsx'

// The steps of a sign-in, for the screens of the signed-out area. Each rejects with the ApiError to show.

const refresh = 'cookie'

/** How the user of this name signs in. Answers for any name alike. */
export function readTenant(username: string): Promise<TenantConfiguration> {
  return get(`/tenant/${encodeURIComponent(username)}` as '/tenant/{username}')
}

export function signIn(username: string, password: string, remember: boolean): Promise<SignInOutcome> {
  return post('/identity/sign-in', { username, password, remember, refresh })
}

/** The roles in which this browser may look around in the sample customers. */
export async function listVisitRoles(): Promise<VisitRole[]> {
  return ((await get('/getting-started/visits')) as { roles: VisitRole[] }).roles
}

/** Looks around in the sample customers, without a password. */
export function startVisit(role: VisitRole): Promise<SignInOutcome> {
  return post('/getting-started/visits', { role, refresh })
}

export function setNewPassword(challengeUser: string, newPassword: string): Promise<SignInOutcome> {
  return post('/identity/new-password', { challengeUser, newPassword })
}

export function verifyCode(
  challenge: { challengeUser: string; challengeName: 'SMS_MFA' | 'SOFTWARE_TOKEN_MFA' },
  code: string,
): Promise<SignInOutcome> {
  const { challengeUser, challengeName } = challenge
  return post('/identity/verify-mfa', { challengeUser, challengeName, code })
}

export async function resendCode(challengeUser: string): Promise<void> {
  await post('/identity/resend-mfa', { challengeUser })
}

export function startAuthenticator(challengeUser: string): Promise<{ secretCode: string; url: string }> {
  return post('/identity/mfa-set-up', { challengeUser })
}

export function finishAuthenticator(challengeUser: string, code: string): Promise<SignInOutcome> {
  return post('/identity/mfa-set-up/verify', { challengeUser, code })
}

/** Codes that open the account when the second factor is lost. Earlier ones stop working. */
export async function createRecoveryCodes(): Promise<string[]> {
  return (await post('/identity/mfa/recovery-codes', undefined)).codes
}

/** When the next reset code can be requested, by name, as the server said last. */
const resetFreeAt = new Map<string, number>()

/** Sends a code to the address, where there is an account; it is answered alike where there is none. */
export async function forgotPassword(username: string): Promise<Resent> {
  const { done, nextAt } = await post('/identity/forgot-password', { username })
  const freeAt = Date.parse(nextAt)
  resetFreeAt.set(username, freeAt)
  return { done, freeAt }
}

/** In milliseconds, as of Date.now(); 0 where none was requested from this page. */
export const nextResetAt = (username: string): number => resetFreeAt.get(username) ?? 0

export async function resetPassword(username: string, code: string, password: string): Promise<void> {
  await post('/identity/reset-password', { username, code, password })
}

export async function unlock(token: string): Promise<void> {
  await post('/identity/unlock', { token })
}

/** Finishes a sign-in that went through the company's own provider. */
export function finishOutside(handover: string, remember: boolean): Promise<SignInOutcome> {
  return post('/identity/oidc/finish', { handover, remember, refresh })
}

/** Lets the session change how its user signs in, for some minutes. */
export async function confirmPassword(password: string): Promise<void> {
  await post('/identity/confirm', { password })
}

export function isSignedIn(outcome: SignInOutcome): outcome is SignedIn {
  return 'token' in outcome
}
