import { IconAlertTriangle, IconCircleCheck, IconUserCheck } from '@tabler/icons-react'
import type { InviteStatus } from './invite-list.ts'

const marks = {
  Valid: { icon: <IconCircleCheck size={14} className="text-good-mark" aria-hidden />, tone: 'text-good' },
  'Invalid Email Address': {
    icon: <IconAlertTriangle size={14} className="text-poor-mark" aria-hidden />,
    tone: 'text-poor',
  },
  'Already Exists': {
    icon: <IconUserCheck size={14} className="text-average-mark" aria-hidden />,
    tone: 'text-average',
  },
}

/** Whether an address valid, by mark and words. */
export function InviteStatusText({ status, refusal }: { status: InviteStatus; refusal: string | undefined }) {
  const { icon, tone } = status === 'Valid' && refusal ? marks['Invalid Email Address'] : marks[status]
  return (
    <span className={`inline-flex items-center gap-1 text-label ${tone}`}>
      {icon}
      {status === 'Valid' ? (refusal ?? status) : status}
    </span>
  )
}
