import { ApiError, isSessionExpired } from '../../../../api/api-error.ts'
import { errorText } from '../../../../api/error-text.ts'
import { useCodeEntry } from '../../../../entities/sign-in/index.ts'
import { toast } from '../../../../ui/toast.tsx'

/** Failures without an alert: a wrong code is reported under its boxes, too many tries are not told at all. */
const silent = new Set(['mfa.enable_failed', 'mfa.code_mismatch', 'mfa.limit_exceeded'])

function isSilent(error: unknown): boolean {
  return isSessionExpired(error) || (error instanceof ApiError && silent.has(error.reason))
}

/** The first code of a new factor. */
export function useFactorCode(verify: (code: string) => Promise<void>) {
  return useCodeEntry(verify, (error, told) => {
    if (!told && !isSilent(error)) toast.error(errorText(error), { subject: 'second-factor' })
    return null
  })
}
