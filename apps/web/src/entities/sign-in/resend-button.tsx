import { useState } from 'react'
import { resendSeconds } from '@steward/contracts/identity'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { useCountdown } from './use-countdown.ts'

/** The outcome of a request to send again: whether it was accepted, and when the next one will be. */
export interface Resent {
  done: boolean
  freeAt: number
}

type ResendButtonProps = {
  label: string
  /** Sends again. When it rejects the button is free at once, and the caller shows why. */
  onResend: () => Promise<Resent | void>
  /** Whether something was sent a moment ago, so that it starts with the wait. */
  isJustSent?: boolean
  /** When the next request is accepted, where that is known: in milliseconds, as of Date.now(). */
  firstFreeAt?: number
}

const wait = resendSeconds * 1000

const messages = {
  sent: { text: 'Sent again', colour: 'text-good' },
  tooSoon: { text: 'Not sent. A code was requested a moment ago.', colour: 'text-2' },
} as const

function timeText(seconds: number): string {
  return seconds <= 90 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`
}

/** Sends a message once more, at most every half minute; it counts the seconds down. */
export function ResendButton({ label, onResend, isJustSent = false, firstFreeAt }: ResendButtonProps) {
  const [freeAt, setFreeAt] = useState(() => firstFreeAt ?? (isJustSent ? Date.now() + wait : 0))
  const [outcome, setOutcome] = useState<keyof typeof messages | null>(null)
  const left = useCountdown(freeAt)
  const message = outcome && left > 0 ? messages[outcome] : null

  async function resend() {
    setOutcome(null)
    setFreeAt(Date.now() + wait)
    try {
      const resent = await onResend()
      if (resent) setFreeAt(resent.freeAt)
      setOutcome(resent?.done === false ? 'tooSoon' : 'sent')
    } catch {
      setFreeAt(0)
    }
  }

  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button disabled={left > 0} onClick={() => void resend()} className="tabular">
        {left > 0 ? `${label} in ${timeText(left)}` : label}
      </Button>
      <span role="status" className={cx('text-label empty:hidden', message?.colour)}>
        {message?.text}
      </span>
    </div>
  )
}
