import { memo } from 'react'
import { IconDots } from '@tabler/icons-react'
import type { ListedUser } from '@steward/contracts/user-management'
import { fullName, imageAddress } from '../../../entities/user/index.ts'
import { agoText, exactText } from '../../../components/time-text.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { SecondFactor } from './second-factor.tsx'
import { UserStatusBadge } from './user-status.tsx'

export type RowActions = {
  onEdit: (user: ListedUser) => void
  onMenu: (user: ListedUser, button: HTMLElement) => void
}

type UserCellsProps = { user: ListedUser; actions: RowActions | undefined }

/** The cells of one row. On a small window all but the name and the menu come in a line below the name. */
export const UserCells = memo(function UserCells({ user, actions }: UserCellsProps) {
  const name = fullName(user)
  return (
    <>
      <div role="cell" className="flex min-w-0 flex-1 items-center gap-3">
        <Avatar name={name} src={imageAddress(user)} size={32} />
        <div className="min-w-0">
          <Name user={user} name={name} actions={actions} />
          {name !== user.email && <p className="truncate text-label text-2">{user.email}</p>}
          <p className="flex items-center gap-2 truncate text-label text-2 md:hidden">
            <span>{user.roleName}</span>
            <SecondFactor on={user.mfaEnabled} />
            {user.status !== 'ACTIVE' && <UserStatusBadge status={user.status} />}
          </p>
        </div>
      </div>
      <div role="cell" className="hidden truncate md:block">
        {user.roleName}
      </div>
      <div role="cell" className="hidden md:flex">
        <SecondFactor on={user.mfaEnabled} />
      </div>
      <div role="cell" className="hidden md:flex">
        <UserStatusBadge status={user.status} />
      </div>
      {actions && (
        <div role="cell" className="hidden truncate lg:block">
          <LastSeen at={user.lastSeenAt ?? null} />
        </div>
      )}
      <div role="cell" className="hidden lg:block">
        {user.displayCurrency}
      </div>
      {actions && (
        <div role="cell" className="shrink-0">
          <button
            type="button"
            aria-label={`Actions for ${name}`}
            aria-haspopup="menu"
            onClick={(event) => actions.onMenu(user, event.currentTarget)}
            className="flex size-8 items-center justify-center rounded-control text-3 hover:bg-line hover:text-1"
          >
            <IconDots size={16} aria-hidden />
          </button>
        </div>
      )}
    </>
  )
})

function LastSeen({ at }: { at: string | null }) {
  if (at === null) return <span className="text-3">—</span>
  return (
    <time dateTime={at} data-tooltip={exactText(at)}>
      {agoText(at)}
    </time>
  )
}

function Name({ user, name, actions }: UserCellsProps & { name: string }) {
  if (!actions) return <p className="truncate font-medium">{name}</p>
  return (
    <button
      type="button"
      onClick={() => actions.onEdit(user)}
      className="block max-w-full truncate rounded-chip font-medium hover:underline"
    >
      {name}
    </button>
  )
}
