import { AppError, invalid } from '../../platform/errors.ts'
import type { Refused } from './provider.port.ts'

/** Where it was refused: the sentence about a wrong code depends on it. */
export type RefusedAt = 'SMS_MFA' | 'SOFTWARE_TOKEN_MFA' | 'NEW_PASSWORD_REQUIRED' | 'password' | 'reset'

const codeTexts: Partial<Record<RefusedAt, string>> = {
  SMS_MFA: 'Invalid code or auth state for the user.',
  SOFTWARE_TOKEN_MFA: 'Invalid code received for user',
}

function passwordFault({ message }: Refused, at: RefusedAt): AppError {
  const text = message || 'The sign-in provider does not accept this password. Choose a stronger one.'
  return invalid('password.refused', { [at === 'reset' ? 'password' : 'newPassword']: text })
}

function codeFault(at: RefusedAt): AppError {
  const text = codeTexts[at]
  if (text) return invalid('mfa.code_mismatch', { code: text })
  return invalid('reset.refused', { code: 'Invalid verification code provided, please try again.' })
}

/** What people are notified when an outside provider refuses. */
export function failureOf(refused: Refused, at: RefusedAt): AppError {
  switch (refused.refusal) {
    case 'password':
      return passwordFault(refused, at)
    case 'code':
      return codeFault(at)
    case 'credentials':
      return new AppError('unauthenticated', 'sign_in.refused', 'Incorrect username or password')
    case 'expired':
      return new AppError('unauthenticated', 'challenge.over', 'This sign-in has expired. Log in again.')
    case 'too_many':
      return new AppError(
        'rate_limited',
        'sign_in.too_many',
        'Too many attempts. Wait a while and try again.',
      )
    case 'unsupported':
      return new AppError(
        'unauthenticated',
        'provider.unsupported',
        "Your sign-in provider requires a step that isn't possible here. Complete it there, then log in again.",
      )
    case 'settings':
      return new AppError(
        'unavailable',
        'provider.settings',
        'The sign-in provider rejects Steward. Ask your administrator to check the sign-in settings.',
      )
    case 'away':
      return new AppError(
        'unavailable',
        'provider.away',
        "The sign-in provider isn't responding. Try again in a moment.",
      )
  }
}

/** What someone is notified who proved to the provider who they are, and is no one here. */
export function noAccount(mismatch: 'email' | 'unknown'): AppError {
  return mismatch === 'email'
    ? new AppError(
        'unauthenticated',
        'provider.email_unverified',
        "The sign-in provider hasn't verified your email address. Verify it there, then try again.",
      )
    : new AppError(
        'unauthenticated',
        'provider.no_account',
        "You don't have an account here. Ask your administrator to invite you.",
      )
}
