import type { ListedUser, User, UsersByState } from '@steward/contracts/user-management'
import { useSearchParams } from '../../components/search-params.ts'

export const tabs = ['active', 'invited', 'deactivated'] as const
export type UsersTab = (typeof tabs)[number]

export const sortColumns = ['name', 'role', 'mfa', 'status', 'seen', 'currency'] as const
export type SortColumn = (typeof sortColumns)[number]
export type Sort = { column: SortColumn; descending: boolean }

/** What lies over the list. */
export type UsersPanel = { kind: 'invite' } | { kind: 'edit' | 'role'; userId: number } | null

export type UsersView = { tab: UsersTab; query: string; sort: Sort; panel: UsersPanel }

type Search = Readonly<Record<string, unknown>>

function oneOf<T extends string>(values: readonly T[], value: unknown, otherwise: T): T {
  return values.find((known) => known === value) ?? otherwise
}

function sortOf(value: unknown): Sort {
  const text = typeof value === 'string' ? value : ''
  const column = oneOf(sortColumns, text.replace(/^-/, ''), 'name')
  return { column, descending: text.startsWith('-') && text.slice(1) === column }
}

function idOf(value: unknown): number | undefined {
  const id = Number(value)
  return Number.isInteger(id) && id > 0 ? id : undefined
}

function panelOf(search: Search): UsersPanel {
  const edit = idOf(search.edit)
  const role = idOf(search.role)
  if (edit) return { kind: 'edit', userId: edit }
  if (role) return { kind: 'role', userId: role }
  return search.invite === true ? { kind: 'invite' } : null
}

/** What an address shows; what it cannot use is left out. */
function usersViewOf(search: Search): UsersView {
  return {
    tab: oneOf(tabs, search.tab, 'active'),
    query: search.q === undefined ? '' : String(search.q),
    sort: sortOf(search.sort),
    panel: panelOf(search),
  }
}

function sortText({ column, descending }: Sort): string | undefined {
  if (column === 'name' && !descending) return undefined
  return descending ? `-${column}` : column
}

/** The view of the address, and the ways to change it. */
export function useUsersAddress() {
  const [search, change] = useSearchParams()
  return {
    view: usersViewOf(search),
    showTab: (tab: UsersTab) => change({ tab: tab === 'active' ? undefined : tab }),
    search: (query: string) => change({ q: query || undefined }, { replace: true }),
    sortBy: (sort: Sort) => change({ sort: sortText(sort) }, { replace: true }),
    invite: () => change({ invite: true }),
    edit: (userId: number) => change({ edit: userId }),
    changeRole: (userId: number) => change({ role: userId }),
    closePanel: () => change({ invite: undefined, edit: undefined, role: undefined }),
  }
}

const groups: Record<UsersTab, keyof UsersByState> = {
  active: 'activeUsers',
  invited: 'invitedUsers',
  deactivated: 'deactivatedUsers',
}

export function usersOf(users: UsersByState, tab: UsersTab): readonly ListedUser[] {
  return users[groups[tab]]
}

export function findUser(users: UsersByState | undefined, userId: number): User | undefined {
  if (!users) return undefined
  for (const tab of tabs) {
    const found = usersOf(users, tab).find((user) => user.userId === userId)
    if (found) return found
  }
  return undefined
}
