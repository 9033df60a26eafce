import { useRef, useState } from 'react'
import { codeFailure } from './code-failure.ts'
import { useAttempt } from './use-attempt.ts'

/**
 * A code that is sent as soon as it is whole; a wrong one is cleared and told beside it. `otherwise` is
 * asked about every failure, with what is reported beside the code, and gives the text to show above the form.
 */
export function useCodeEntry(
  verify: (code: string) => Promise<void>,
  otherwise: (error: unknown, told: string | null) => string | null,
) {
  const ref = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const { busy, failure, setFailure, attempt } = useAttempt()

  function refusalText(error: unknown): string | null {
    const told = codeFailure(error)
    setCode('')
    setFault(told)
    ref.current?.focus()
    return otherwise(error, told)
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
