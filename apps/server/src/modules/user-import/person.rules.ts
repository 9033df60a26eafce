import { roles, type RoleId } from '@steward/contracts/plain/permission'
import type { UserImportTarget } from '@steward/contracts/plain/invite'
import type { UserImportForm } from '@steward/contracts/user-import/user-import'

/** A row of a file as a person, or why it is none. */
export type ReadPerson =
  | {
      email: string
      firstName: string
      lastName: string
      roleId: RoleId
      externalId: string | null
      mobileNumber: string | null
      timeZone: string | null
    }
  | { refused: string }

const folded = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** What files call the roles, beside their names and ids. */
const wordings: Readonly<Record<RoleId, readonly string[]>> = {
  1: ['normal', 'user', 'member', 'standard', 'agent'],
  2: ['team lead', 'lead'],
  3: ['admin', 'owner', 'super admin'],
  4: ['read only', 'view only', 'guest'],
}

const roleByText = new Map<string, RoleId>(
  roles.flatMap(({ id, name }) =>
    [folded(name), String(id), ...wordings[id]].map((text) => [text, id] as const),
  ),
)

const roleNames = roles.map(({ name }) => name)

/** A whole name as first and last name: "Osei, Amara" begins with the last one. */
export function splitName(whole: string): { firstName: string; lastName: string } {
  const text = whole.trim().replaceAll(/\s+/g, ' ')
  const [last = '', first, ...more] = text.split(',').map((part) => part.trim())
  if (first && more.length === 0) return { firstName: first, lastName: last }
  const at = text.lastIndexOf(' ')
  return at < 0
    ? { firstName: text, lastName: '' }
    : { firstName: text.slice(0, at), lastName: text.slice(at + 1) }
}

/** Faults of the choice of columns, by path. */
export function faultsOfColumns({ columns }: UserImportForm): Record<string, string> {
  const targets = columns.map(({ target }) => target)
  const faults: Record<string, string> = {}
  if (!targets.includes('email')) faults['columns'] = 'Choose the column of the email addresses.'
  for (const [at, target] of targets.entries()) {
    if (targets.indexOf(target) < at) faults[`columns.${at}.target`] = 'Two columns are the same.'
  }
  return faults
}

/** Reads the rows of a file as people. */
export function createPersonReader({ columns, roleId }: UserImportForm) {
  const places = new Map<UserImportTarget, number>(columns.map(({ column, target }) => [target, column]))
  return (cells: readonly string[]): ReadPerson => {
    const textOf = (target: UserImportTarget): string => {
      const place = places.get(target)
      return place === undefined ? '' : (cells[place] ?? '').trim()
    }
    const roleText = textOf('role')
    const role = roleText === '' ? roleId : roleByText.get(folded(roleText))
    if (textOf('email') === '') return { refused: 'The email address is empty.' }
    if (role === undefined) {
      return { refused: `“${roleText.slice(0, 60)}” is no role. Use ${roleNames.join(', ')}.` }
    }
    const whole = splitName(textOf('name'))
    return {
      email: textOf('email'),
      firstName: textOf('firstName') || whole.firstName,
      lastName: textOf('lastName') || (textOf('firstName') ? '' : whole.lastName),
      roleId: role,
      externalId: textOf('externalId') || null,
      mobileNumber: textOf('mobileNumber') || null,
      timeZone: textOf('timeZone') || null,
    }
  }
}
