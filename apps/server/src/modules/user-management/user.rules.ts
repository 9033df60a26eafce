import { roles, type RoleId } from '@steward/contracts/permission'
import type { User, UsersByState, UserStatus } from '@steward/contracts/user-management'

/** A user as the table holds one. */
export interface StoredUser {
  userId: number
  email: string
  firstName: string
  lastName: string
  roleId: RoleId
  status: UserStatus
  displayCurrency: string
  externalId: string | null
  imageId: number | null
  mobileNumber: string | null
}

/** A user with what follows from their role and status. */
export interface UserEntry extends StoredUser {
  /** First and last name, or the email address where both are blank. */
  name: string
  /** Whether records can be given to this user. */
  assignable: boolean
  disableMessage: User['disableMessage']
}

/** All users of a tenant, sorted by name, with the ways to find one. */
export interface UserDirectory {
  all: readonly UserEntry[]
  byId: ReadonlyMap<number, UserEntry>
  /** By email address in lower case. */
  byEmail: ReadonlyMap<string, UserEntry>
}

function disableMessageOf(user: StoredUser): User['disableMessage'] {
  if (user.status === 'DEACTIVATED') return 'Deactivated'
  return user.roleId === 4 ? 'Viewer' : null
}

function entryOf(user: StoredUser): UserEntry {
  const disableMessage = disableMessageOf(user)
  const name = `${user.firstName} ${user.lastName}`.trim() || user.email
  return { ...user, name, assignable: disableMessage === null, disableMessage }
}

const byName = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

export function directoryOf(users: readonly StoredUser[]): UserDirectory {
  const all = users.map(entryOf).toSorted((a, b) => byName.compare(a.name, b.name) || a.userId - b.userId)
  return {
    all,
    byId: new Map(all.map((entry) => [entry.userId, entry])),
    byEmail: new Map(all.map((entry) => [entry.email.toLowerCase(), entry])),
  }
}

const roleNames = new Map<RoleId, string>(roles.map((role) => [role.id, role.name]))

/** A user as the API shows one. */
export function userOf(entry: UserEntry): User {
  const { name: _, assignable, ...shown } = entry
  return { ...shown, roleName: roleNames.get(entry.roleId) ?? '', disabled: !assignable }
}

/** Groups users by whether they can work. */
export function usersByState(entries: readonly UserEntry[]): UsersByState {
  const groups = Object.groupBy(entries, (entry) => stateByStatus[entry.status])
  const shown = (state: keyof UsersByState) => (groups[state] ?? []).map(userOf)
  return {
    activeUsers: shown('activeUsers'),
    invitedUsers: shown('invitedUsers'),
    deactivatedUsers: shown('deactivatedUsers'),
  }
}

const stateByStatus: Record<UserStatus, keyof UsersByState> = {
  ACTIVE: 'activeUsers',
  INVITED: 'invitedUsers',
  CREATING: 'invitedUsers',
  FORCE_CHANGE_PASSWORD: 'invitedUsers',
  DEACTIVATED: 'deactivatedUsers',
}
