import { errorText } from '../../../api/error-text.ts'
import { useCodeEntry } from '../../../entities/sign-in/index.ts'
import { useChallengeEnd } from '../use-challenge-guard.ts'

/** The code of a sign-in; a challenge that has ended leads back to its start. */
export function useCode(verify: (code: string) => Promise<void>) {
  const endsWith = useChallengeEnd()
  return useCodeEntry(verify, (error, told) => (endsWith(error) || told ? null : errorText(error)))
}
