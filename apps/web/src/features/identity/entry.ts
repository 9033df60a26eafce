import { useCallback } from 'react'
import { useRouter } from '@tanstack/react-router'
import type { Challenge, SessionUser, SignInOutcome } from '@steward/contracts/identity'
import { beginSession } from '../../api/session.ts'
import { isSignedIn } from '../../entities/sign-in/index.ts'
import { useGo } from '../../components/go.ts'
import { paths } from '../../paths.ts'
import { keepChallenge } from './challenge.ts'

/** Goes to where a signed-in user begins: the profile first, else the address that was asked for. */
export function useEnter(): (user: SessionUser, origin?: string) => void {
  const go = useGo()
  const router = useRouter()
  return useCallback(
    (user, origin = router.state.location.state.origin) => {
      if (user.profileCompleted) go(origin ?? paths.start, { replace: true })
      else go(paths.completeProfile, { replace: true, state: { origin } })
    },
    [go, router],
  )
}

function screenOf({ challengeName }: Challenge): string {
  return challengeName === 'NEW_PASSWORD_REQUIRED' ? paths.changePassword : paths.mfa
}

interface Proceeding {
  username: string
  remember: boolean
  /** Where the location does not use it. */
  origin?: string
}

/** Continues with what a step of the sign-in led to: the session, or the screen of the next challenge. */
export function useProceed() {
  const go = useGo()
  const enter = useEnter()
  const router = useRouter()
  const isForm = useCallback(() => ['/', paths.login].includes(router.state.location.pathname), [router])
  return useCallback(
    (
      outcome: SignInOutcome,
      { username, remember, origin = router.state.location.state.origin }: Proceeding,
    ) => {
      if (isSignedIn(outcome)) {
        keepChallenge(null)
        beginSession(outcome, remember)
        // The sign-in form goes on by itself wherever a session comes from.
        if (!isForm()) enter(outcome.user, origin)
        return
      }
      keepChallenge({ ...outcome, username, remember })
      // Back leads from the first challenge to the form, and past the others.
      go(screenOf(outcome), { replace: !isForm(), state: { origin } })
    },
    [enter, go, isForm, router],
  )
}

/**
 * Goes to another screen of the signed-out area; the address that was asked for is kept. The sign-in
 * shows a `notice` or a `failure`.
 */
export function useTurn() {
  const go = useGo()
  const router = useRouter()
  return useCallback(
    (
      address: string,
      { replace, ...said }: { replace?: boolean; notice?: string; failure?: string } = {},
    ) => {
      const { origin } = router.state.location.state
      go(address, { replace, state: { origin, ...said } })
    },
    [go, router],
  )
}
