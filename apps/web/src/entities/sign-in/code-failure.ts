import { ApiError } from '../../api/api-error.ts'

/** What a server or an outside provider says of a code that is wrong. */
const recognised = new Set([
  'Invalid code received for user',
  'Code mismatch and fail enable Software Token MFA',
  'Invalid verification code provided, please try again.',
  'Invalid code or auth state for the user.',
  'Invalid Code',
])

/** The text to show beside the code, or null when the failure is about something else. */
export function codeFailure(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null
  const isCode = recognised.has(error.message) || error.reason === 'challenge.code'
  return isCode ? error.message : (error.fields?.code ?? null)
}
