import { IconAlertTriangle, IconClock, IconMailDown, IconMailForward } from '@tabler/icons-react'
import type { MailState } from '@steward/contracts/email'

const looks = {
  received: { label: 'Received', icon: IconMailDown, tone: 'text-2' },
  queued: { label: 'Sending', icon: IconClock, tone: 'text-info' },
  sent: { label: 'Sent', icon: IconMailForward, tone: 'text-2' },
  failed: { label: 'Not sent', icon: IconAlertTriangle, tone: 'text-poor' },
} as const satisfies Record<MailState, object>

/** The outcome of a mail, by mark and word. */
export function MailStateMark({ state }: { state: MailState }) {
  const { label, icon: Icon, tone } = looks[state]
  return (
    <span className={`inline-flex items-center gap-1 text-label whitespace-nowrap ${tone}`}>
      <Icon size={14} aria-hidden />
      {label}
    </span>
  )
}
