import type { UserStatus } from '@steward/contracts/user-management'
import { Badge, type Tone } from '../../../ui/badge.tsx'

const looks: Record<Exclude<UserStatus, 'ACTIVE'>, { text: string; tone: Tone; meaning: string }> = {
  INVITED: { text: 'Invited', tone: 'info', meaning: "Hasn't logged in yet" },
  FORCE_CHANGE_PASSWORD: {
    text: 'Password due',
    tone: 'average',
    meaning: 'Must choose a password at the next sign-in',
  },
  CREATING: { text: 'Being created', tone: 'neutral', meaning: 'The account is being created' },
  DEACTIVATED: { text: 'Deactivated', tone: 'neutral', meaning: 'Cannot log in' },
}

/** What keeps someone from working stands out; that they can does not. */
export function UserStatusBadge({ status }: { status: UserStatus }) {
  if (status === 'ACTIVE') return <span>Active</span>
  const { text, tone, meaning } = looks[status]
  return (
    <span data-tooltip={meaning} className="inline-flex">
      <Badge tone={tone}>{text}</Badge>
    </span>
  )
}
