import { useState } from 'react'
import type { AuthenticatorSecret } from '@steward/contracts/second-factor'
import { ApiError, isSessionExpired } from '../../../../api/api-error.ts'
import { errorText } from '../../../../api/error-text.ts'
import { createRecoveryCodes } from '../../../../entities/sign-in/index.ts'
import { toast } from '../../../../ui/toast.tsx'
import { registerAuthenticator, setPreferredFactor, useFactorAction } from '../security.calls.ts'
import { questions, type QuestionName } from './factor-questions.ts'

/** What can be done from the list of methods. */
export type FactorAct =
  | 'set-up-authenticator'
  | 'use-authenticator'
  | 'set-up-phone'
  | 'use-phone'
  | 'turn-off'

/** What lies over the drawer. */
type Open =
  | { kind: 'authenticator'; secret: AuthenticatorSecret }
  | { kind: 'phone' }
  | { kind: 'codes'; codes: string[] }
  | { kind: 'question'; name: QuestionName; question: (typeof questions)[QuestionName] }
  | null

const subject = 'second-factor'

/** Anyone who calls the question for the password off has decided not to go on. */
function tell(error: unknown): void {
  const isCalledOff = error instanceof ApiError && error.reason === 'session.confirm'
  if (!isCalledOff && !isSessionExpired(error)) toast.error(errorText(error), { subject })
}

/** The acts on the second factor, and the dialog that is open for one. */
export function useFactorActs() {
  const [open, setOpen] = useState<Open>(null)
  const begin = useFactorAction(registerAuthenticator)
  const prefer = useFactorAction(setPreferredFactor)
  const renew = useFactorAction(createRecoveryCodes)
  const ask = (name: QuestionName) => setOpen({ kind: 'question', name, question: questions[name] })

  async function setUpAuthenticator() {
    try {
      setOpen({ kind: 'authenticator', secret: await begin.mutateAsync(undefined) })
    } catch (error) {
      tell(error)
    }
  }

  async function switchTo(preferred: 'TOTP' | 'SMS') {
    try {
      await prefer.mutateAsync(preferred)
      const from = preferred === 'TOTP' ? 'from your authenticator app' : 'by text message'
      toast.done(`Codes come ${from} now`, { subject })
    } catch (error) {
      tell(error)
    }
  }

  async function run(name: QuestionName) {
    if (name === 'newCodes') return setOpen({ kind: 'codes', codes: await renew.mutateAsync(undefined) })
    await prefer.mutateAsync('NOMFA')
    toast.done('Second factor turned off', { subject })
  }

  return {
    open,
    busy: begin.isPending || prefer.isPending,
    ask,
    act(wanted: FactorAct) {
      if (wanted === 'set-up-authenticator') void setUpAuthenticator()
      else if (wanted === 'set-up-phone') setOpen({ kind: 'phone' })
      else if (wanted === 'turn-off') ask('turnOff')
      else void switchTo(wanted === 'use-authenticator' ? 'TOTP' : 'SMS')
    },
    /** Does what was asked about; rejects when that failed, which was shown. */
    async answer(name: QuestionName) {
      try {
        await run(name)
      } catch (error) {
        tell(error)
        throw error
      }
    },
    /** A factor is on. */
    finish(codes: string[] | null) {
      toast.done('Second factor turned on', { subject })
      setOpen(codes && { kind: 'codes', codes })
    },
    close: () => setOpen(null),
    /** The answer may have put something else in its place. */
    closeQuestion: () => setOpen((now) => (now?.kind === 'question' ? null : now)),
  }
}

export type FactorActs = ReturnType<typeof useFactorActs>
