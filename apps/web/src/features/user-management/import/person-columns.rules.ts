import type { RoleId } from '@steward/contracts/plain/permission'
import { userImportTargets, type UserImportTarget } from '@steward/contracts/plain/invite'
import type { UserImportForm } from '@steward/contracts/user-import/user-import'
import type { Detection } from '../../../entities/table-file/index.ts'

export const targetLabels: Readonly<Record<UserImportTarget, string>> = {
  email: 'Email',
  firstName: 'First name',
  lastName: 'Last name',
  name: 'Whole name',
  role: 'Role',
  externalId: 'External ID',
  mobileNumber: 'Mobile number',
  timeZone: 'Time zone',
}

/** How headers call them, in small letters with single spaces. */
const wordings: Readonly<Record<UserImportTarget, RegExp>> = {
  email: /\be ?mails?\b|^mail$|\bmailadresse\b|^user ?name$|^login$/,
  firstName: /\b(first|given|fore) ?name\b|^first$|^vorname$|^prénom$|^nombre$/,
  lastName: /\b(last|family|sur) ?name\b|^last$|^nachname$|^nom$|^apellidos?$/,
  name: /^(full |display |user )?name$|^(user|person|employee|mitarbeiter|voller name)$/,
  role: /\b(role|permission|profile|rolle|access level)\b/,
  externalId: /\b(external|employee|user|staff|personal) ?(id|number|nr|no|nummer)\b|^id$/,
  mobileNumber: /\b(mobile|phone|cell|handy|telefon|telephone)\b/,
  timeZone: /\b(time ?zone|zeitzone|tz)\b/,
}

const plain = (text: string): string =>
  text
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Which column each target is read from. */
export type PersonColumns = Readonly<Partial<Record<UserImportTarget, number>>>

/** The columns whose headers, or addresses, say what they are; a whole name only without its parts. */
export function guessColumns({ columns }: Pick<Detection, 'columns'>): PersonColumns {
  const free = new Set(columns)
  const found: Partial<Record<UserImportTarget, number>> = {}
  for (const target of userImportTargets) {
    if (target === 'name' && found.firstName !== undefined && found.lastName !== undefined) continue
    const column =
      [...free].find(({ name }) => wordings[target].test(plain(name))) ??
      (target === 'email' ? [...free].find(({ dataType }) => dataType === 'email') : undefined)
    if (!column) continue
    found[target] = column.column
    free.delete(column)
  }
  return found
}

export interface UserImportDraft {
  columns: PersonColumns
  roleId: RoleId
  sendsMail: boolean
}

export function formOf({ uploadId, settings }: Detection, draft: UserImportDraft): UserImportForm {
  const columns = userImportTargets.flatMap((target) => {
    const column = draft.columns[target]
    return column === undefined ? [] : [{ column, target }]
  })
  return { uploadId, settings, columns, roleId: draft.roleId, sendsMail: draft.sendsMail }
}
