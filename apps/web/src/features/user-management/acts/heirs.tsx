import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { User } from '@steward/contracts/user-management'
import { fullName, imageAddress, usersQuery } from '../../../entities/user/index.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import type { Option } from '../../../ui/option.ts'

const most = 50

function optionOf(user: User): Option {
  const label = fullName(user)
  return {
    value: user.userId,
    label,
    detail: user.email === label ? undefined : user.email,
    icon: <Avatar name={label} src={imageAddress(user)} size={18} />,
    disabled: user.disabled,
    reason: user.disableMessage ?? undefined,
  }
}

/** Finds the people whom records can be given to; those who cannot have them come last, with the reason. */
export function useHeirs(exceptId: number) {
  const { data: users } = useQuery(usersQuery)
  return useMemo(() => {
    const others = (users ?? [])
      .filter(({ userId }) => userId !== exceptId)
      .toSorted((one, other) => Number(one.disabled) - Number(other.disabled))
    return (query: string) => {
      const text = query.toLowerCase()
      const found = others.filter((user) => `${fullName(user)} ${user.email}`.toLowerCase().includes(text))
      return Promise.resolve(found.slice(0, most).map(optionOf))
    }
  }, [users, exceptId])
}
