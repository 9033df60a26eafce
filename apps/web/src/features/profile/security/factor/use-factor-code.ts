import { useRef, useState } from 'react'
import { ApiError, isSessionExpired } from '../../../../api/api-error.ts'
import { errorText } from '../../../../api/error-text.ts'
import { codeFailure } from '../../../../components/sign-in/code-failure.ts'
import { useAttempt } from '../../../../components/sign-in/use-attempt.ts'
import { toast } from '../../../../ui/toast.tsx'

/** Failures without an alert: a wrong code is told under its boxes, too many tries are not told at all. */
const silent = new Set(['mfa.enable_failed', 'mfa.code_mismatch', 'mfa.limit_exceeded'])

function isSilent(error: unknown): boolean {
  return isSessionExpired(error) || (error instanceof ApiError && silent.has(error.reason))
}

/** The first code of a new factor, sent as soon as it is whole; a wrong one is cleared and told under it. */
export function useFactorCode(verify: (code: string) => Promise<void>) {
  const ref = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const { busy, attempt } = useAttempt()

  function onFailure(error: unknown): null {
    const text = codeFailure(error)
    setCode('')
    setFault(text)
    ref.current?.focus()
    if (!text && !isSilent(error)) toast.error(errorText(error), { subject: 'second-factor' })
    return null
  }

  async function submit(whole: string = code) {
    setFault(null)
    await attempt(() => verify(whole), onFailure)
  }

  return {
    code,
    busy,
    submit,
    field: {
      ref,
      value: code,
      error: fault,
      onChange(next: string) {
        // While a code is being checked the next digit would be lost.
        if (busy) return
        setFault(null)
        setCode(next)
      },
      onComplete: (whole: string) => void submit(whole),
    },
  }
}
