import { useQuery } from '@tanstack/react-query'
import { fullName, imageAddress, usersQuery } from '../../entities/user/index.ts'
import { useGo } from '../../components/go.ts'
import { paths } from '../../paths.ts'
import { Avatar } from '../../ui/avatar.tsx'
import type { Command } from './command.ts'

const most = 8

/** Colleagues whose name or address holds the text; each leads to the accounts they own. null finds none. */
export function useFoundPeople(text: string | null): Command[] {
  const go = useGo()
  const { data } = useQuery({ ...usersQuery, enabled: text !== null })
  if (text === null || !data) return []
  const wanted = text.toLowerCase()
  return data
    .filter((user) => `${fullName(user)} ${user.email}`.toLowerCase().includes(wanted))
    .slice(0, most)
    .map((user) => ({
      id: `person-${user.userId}`,
      group: 'People',
      label: fullName(user),
      detail: 'Accounts they own',
      icon: <Avatar name={fullName(user)} src={imageAddress(user)} size={18} />,
      run: () => go(paths.ownedBy('accounts', user.userId)),
    }))
}
