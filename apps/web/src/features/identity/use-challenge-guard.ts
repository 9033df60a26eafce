import { useCallback, useEffect } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { errorText } from '../../api/error-text.ts'
import { paths } from '../../paths.ts'
import { keepChallenge, type PendingChallenge } from './challenge.ts'
import { useTurn } from './entry.ts'

/** Leads to the sign-in where no challenge is pending. */
export function useChallengeGuard(challenge: PendingChallenge | null): void {
  const turn = useTurn()
  useEffect(() => {
    if (!challenge) turn(paths.login, { replace: true })
  }, [challenge, turn])
}

/** For a failure that ends the challenge: leads to the sign-in, which says why. False for any other. */
export function useChallengeEnd(): (error: unknown) => boolean {
  const turn = useTurn()
  return useCallback(
    (error) => {
      const isOver = error instanceof ApiError && error.reason === 'challenge.over'
      if (!isOver) return false
      keepChallenge(null)
      turn(paths.login, { replace: true, failure: errorText(error) })
      return true
    },
    [turn],
  )
}
