import type { User } from '@steward/contracts/user-management'
import { fullName, imageAddress } from '../../../entities/user/index.ts'
import { Avatar } from '../../../ui/avatar.tsx'

/** Whom a panel is about. */
export function Person({ user }: { user: User }) {
  const name = fullName(user)
  return (
    <div className="flex items-center gap-3">
      <Avatar name={name} src={imageAddress(user)} size={40} />
      <div className="min-w-0">
        <p className="truncate text-title font-semibold">{name}</p>
        <p className="truncate text-label text-2">
          {name === user.email ? user.roleName : `${user.email} · ${user.roleName}`}
        </p>
      </div>
    </div>
  )
}
