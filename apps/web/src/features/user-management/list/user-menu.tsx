import type { ReactNode } from 'react'
import {
  IconArrowsExchange,
  IconMailForward,
  IconMailOff,
  IconPencil,
  IconShieldHalf,
  IconShieldOff,
  IconUserCheck,
  IconUserOff,
} from '@tabler/icons-react'
import type { User } from '@steward/contracts/user-management'
import { useUser } from '../../../api/session.ts'
import { AnchoredMenu } from '../../../ui/anchored.tsx'
import { MenuItem, MenuSeparator } from '../../../ui/menu.tsx'
import { actsFor, type UserAct } from '../acts/user-act.ts'

const items: Record<UserAct, { label: string; icon: ReactNode; danger?: boolean }> = {
  resend: { label: 'Resend invitation', icon: <IconMailForward aria-hidden /> },
  revoke: { label: 'Revoke invitation', icon: <IconMailOff aria-hidden />, danger: true },
  deactivate: { label: 'Deactivate', icon: <IconUserOff aria-hidden />, danger: true },
  reactivate: { label: 'Reactivate', icon: <IconUserCheck aria-hidden /> },
  'hand-over': { label: 'Transfer records…', icon: <IconArrowsExchange aria-hidden /> },
  'disable-mfa': {
    label: 'Disable two-factor authentication',
    icon: <IconShieldOff aria-hidden />,
    danger: true,
  },
}

type UserMenuProps = {
  anchor: Element | null
  user: User
  onClose: () => void
  onEdit: () => void
  onChangeRole: () => void
  onAct: (act: UserAct) => void
}

/** The menu of a row; one serves all rows. */
export function UserMenu({ anchor, user, onClose, onEdit, onChangeRole, onAct }: UserMenuProps) {
  const { userId } = useUser()
  const acts = actsFor(user, userId)
  return (
    <AnchoredMenu anchor={anchor} onClose={onClose} align="end">
      <MenuItem icon={<IconPencil aria-hidden />} onSelect={onEdit}>
        Edit info
      </MenuItem>
      <MenuItem icon={<IconShieldHalf aria-hidden />} onSelect={onChangeRole}>
        Change role
      </MenuItem>
      {acts.length > 0 && <MenuSeparator />}
      {acts.map((act) => (
        <MenuItem key={act} icon={items[act].icon} danger={items[act].danger} onSelect={() => onAct(act)}>
          {items[act].label}
        </MenuItem>
      ))}
    </AnchoredMenu>
  )
}
