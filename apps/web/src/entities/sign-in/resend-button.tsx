import { useState } from 'react'
import { resendSeconds } from '@steward/contracts/identity'
import { Button } from '../../ui/button.tsx'
import { useCountdown } from './use-countdown.ts'

type ResendButtonProps = {
  label: string
  /** Sends again. When it rejects the button is free at once, and the caller shows why. */
  onResend: () => Promise<void>
  /** Whether something was sent a moment ago, so that it starts with the wait. */
  isJustSent?: boolean
}

const wait = resendSeconds * 1000

/** Sends a message once more, at most every half minute; it counts the seconds down. */
export function ResendButton({ label, onResend, isJustSent = false }: ResendButtonProps) {
  const [freeAt, setFreeAt] = useState(() => (isJustSent ? Date.now() + wait : 0))
  const [isSentAgain, setSentAgain] = useState(false)
  const left = useCountdown(freeAt)

  async function resend() {
    setFreeAt(Date.now() + wait)
    try {
      await onResend()
      setSentAgain(true)
    } catch {
      setFreeAt(0)
    }
  }

  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button disabled={left > 0} onClick={() => void resend()} className="tabular">
        {left > 0 ? `${label} in ${left} s` : label}
      </Button>
      <span role="status" className="text-label text-good empty:hidden">
        {isSentAgain && left > 0 ? 'Sent again' : ''}
      </span>
    </div>
  )
}
