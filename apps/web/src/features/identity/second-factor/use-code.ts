import { useRef, useState } from 'react'
import { errorText } from '../../../api/error-text.ts'
import { codeFailure } from '../../../components/sign-in/code-failure.ts'
import { useAttempt } from '../../../components/sign-in/use-attempt.ts'
import { useChallengeEnd } from '../use-challenge-guard.ts'

/** A code that is sent as soon as it is whole; a wrong one is cleared and told beside it. */
export function useCode(verify: (code: string) => Promise<void>) {
  const ref = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const { busy, failure, setFailure, attempt } = useAttempt()
  const endsWith = useChallengeEnd()

  function refusalText(error: unknown): string | null {
    if (endsWith(error)) return null
    setCode('')
    ref.current?.focus()
    const text = codeFailure(error)
    setFault(text)
    return text ? null : errorText(error)
  }

  async function submit(whole: string = code) {
    setFault(null)
    await attempt(() => verify(whole), refusalText)
  }

  return {
    code,
    busy,
    failure,
    setFailure,
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
