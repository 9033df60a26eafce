import type { ListedUser } from '@steward/contracts/user-management'
import { fullName } from '../../../entities/user/index.ts'
import type { Sort, SortColumn } from '../users-address.ts'

const collator = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true })

const texts: Record<Exclude<SortColumn, 'name'>, (user: ListedUser) => string> = {
  role: ({ roleName }) => roleName,
  mfa: ({ mfaEnabled }) => (mfaEnabled ? 'On' : 'Off'),
  status: ({ status }) => status,
  seen: ({ lastSeenAt }) => lastSeenAt ?? '',
  currency: ({ displayCurrency }) => displayCurrency,
}

const nameOrders = new WeakMap<readonly ListedUser[], readonly ListedUser[]>()

/** Found once for a list: to compare ten thousand names takes longer than a press should. */
function byName(users: readonly ListedUser[]): readonly ListedUser[] {
  const known = nameOrders.get(users)
  if (known) return known
  const ordered = users
    .map((user) => ({ user, name: fullName(user) }))
    .toSorted((one, other) => collator.compare(one.name, other.name))
    .map(({ user }) => user)
  nameOrders.set(users, ordered)
  return ordered
}

/** The users in the order asked for; those that are alike in it by name. */
export function orderUsers(
  users: readonly ListedUser[],
  { column, descending }: Sort,
): readonly ListedUser[] {
  const named = byName(users)
  if (column === 'name') return descending ? named.toReversed() : named
  // These columns have few values, so only the values are compared.
  const groups = Map.groupBy(named, texts[column])
  const sign = descending ? -1 : 1
  return [...groups]
    .toSorted(([one], [other]) => sign * collator.compare(one, other))
    .flatMap(([, members]) => members)
}

/** The users whose name, address, role or external id holds every word of a query. */
export function matchingUsers(users: readonly ListedUser[], query: string): readonly ListedUser[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return users
  return users.filter((user) => {
    const text =
      `${user.firstName} ${user.lastName} ${user.email} ${user.roleName} ${user.externalId ?? ''}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
