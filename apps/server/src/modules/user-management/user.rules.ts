import { roleIds, roles, type RoleId } from '@steward/contracts/plain/permission'
import type { StartPage } from '@steward/contracts/plain/session'
import { isEmailAddress } from '@steward/contracts/plain/email-address'
import type { ListedUser, User, UsersByState, UserStatus } from '@steward/contracts/user-management'

/** A user as the table holds one. */
export interface StoredUser {
  userId: number
  email: string
  firstName: string
  lastName: string
  roleId: RoleId
  status: UserStatus
  /** A service is what an API token of the tenant works as; a former user left with the sample customers. */
  kind: 'person' | 'service' | 'former'
  displayCurrency: string
  externalId: string | null
  imageId: string | null
  mobileNumber: string | null
  locale: string | null
  timeZone: string | null
  startPage: StartPage | null
  profileCompleted: boolean
}

/** The fields of a user that can be changed. */
export type UserFields = Partial<
  Pick<
    StoredUser,
    | 'firstName'
    | 'lastName'
    | 'mobileNumber'
    | 'imageId'
    | 'displayCurrency'
    | 'locale'
    | 'timeZone'
    | 'startPage'
    | 'roleId'
    | 'externalId'
    | 'profileCompleted'
  >
>

/** A user with what follows from their role and status. */
export interface UserEntry extends StoredUser {
  /** First and last name, or the email address where both are blank. */
  name: string
  /** Whether two-factor authentication is on. */
  mfaEnabled: boolean
  /** Whether records can be given to this user. */
  assignable: boolean
  disableMessage: User['disableMessage']
}

/** The users of a tenant, with the ways to find one. */
export interface UserDirectory {
  /** Everyone, sorted by name; services and former users are no one's colleagues, and not among them. */
  all: readonly UserEntry[]
  /** Services and former users too, so that what they did can be named. */
  byId: ReadonlyMap<number, UserEntry>
  /** By email address in lower case. */
  byEmail: ReadonlyMap<string, UserEntry>
}

function disableMessageOf(user: StoredUser): User['disableMessage'] {
  if (user.status === 'DEACTIVATED') return 'Deactivated'
  return user.roleId === roleIds.viewer ? 'Viewer' : null
}

/** The name of a user: first and last name, or the email address if both are blank. */
export function nameOf(user: Pick<StoredUser, 'firstName' | 'lastName' | 'email'>): string {
  return `${user.firstName} ${user.lastName}`.trim() || user.email
}

function entryOf(user: StoredUser, mfaEnabled: boolean): UserEntry {
  const disableMessage = disableMessageOf(user)
  const assignable = disableMessage === null && user.kind === 'person'
  return { ...user, name: nameOf(user), mfaEnabled, assignable, disableMessage }
}

const byName = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

/** `withMfa` holds the ids of the users who have a second factor. */
export function directoryOf(users: readonly StoredUser[], withMfa: ReadonlySet<number>): UserDirectory {
  const entries = users
    .map((user) => entryOf(user, withMfa.has(user.userId)))
    .toSorted((a, b) => byName.compare(a.name, b.name) || a.userId - b.userId)
  const all = entries.filter((entry) => entry.kind === 'person')
  return {
    all,
    byId: new Map(entries.map((entry) => [entry.userId, entry])),
    byEmail: new Map(all.map((entry) => [entry.email.toLowerCase(), entry])),
  }
}

const roleNames = new Map<RoleId, string>(roles.map((role) => [role.id, role.name]))

export function roleNameOf(roleId: RoleId): string {
  return roleNames.get(roleId) ?? ''
}

/** A user as the API shows one. */
export function userOf(entry: UserEntry): User {
  const { name: _name, kind: _kind, assignable, ...shown } = entry
  return { ...shown, roleName: roleNameOf(entry.roleId), disabled: !assignable }
}

const stateByStatus: Record<UserStatus, keyof UsersByState> = {
  ACTIVE: 'activeUsers',
  INVITED: 'invitedUsers',
  CREATING: 'invitedUsers',
  FORCE_CHANGE_PASSWORD: 'invitedUsers',
  DEACTIVATED: 'deactivatedUsers',
}

/** Whether a user was invited and has not come yet. */
export function isInvited(status: UserStatus): boolean {
  return stateByStatus[status] === 'invitedUsers'
}

/** Groups users by whether they can work, with when they were last seen where that is given. */
export function usersByState(
  entries: readonly UserEntry[],
  lastSeen?: ReadonlyMap<number, Date>,
): UsersByState {
  const groups = Object.groupBy(entries, (entry) => stateByStatus[entry.status])
  const listed = (entry: UserEntry): ListedUser => ({
    ...userOf(entry),
    ...(lastSeen && { lastSeenAt: lastSeen.get(entry.userId)?.toISOString() ?? null }),
  })
  const shown = (state: keyof UsersByState) => (groups[state] ?? []).map(listed)
  return {
    activeUsers: shown('activeUsers'),
    invitedUsers: shown('invitedUsers'),
    deactivatedUsers: shown('deactivatedUsers'),
  }
}

/** Control characters are in no address, and some of them in no database. */
function isPlain(text: string): boolean {
  return text.isWellFormed() && !/\p{Cc}/u.test(text)
}

/** Where services have their addresses: a domain that no one can have. */
const servicesDomain = 'service.invalid'

/** The address of a service, by something that no one else has. */
export function serviceAddress(unique: string): string {
  return `api-${unique}@${servicesDomain}`
}

/** The address of a person in a text that someone entered, or undefined where there is none. */
export function addressIn(text: string): string | undefined {
  const address = text.trim()
  const isOfService = address.toLowerCase().endsWith(`@${servicesDomain}`)
  return isEmailAddress(address) && isPlain(address) && !isOfService ? address : undefined
}
