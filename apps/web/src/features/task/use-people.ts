import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { fullName, usersQuery } from '../../entities/user/index.ts'
import type { Option } from '../../ui/option.ts'

/** Users who can be given tasks; the others are shown with the reason. */
export function usePeople(): Option<number>[] {
  const { data: users } = useQuery(usersQuery)
  return useMemo(
    () =>
      (users ?? []).map((user) => ({
        value: user.userId,
        label: fullName(user),
        ...(user.disableMessage && { disabled: true, reason: user.disableMessage }),
      })),
    [users],
  )
}
