import { foldedSql, type RuleColumn } from '@steward/conditions'
import { ownerColumns } from '@steward/contracts/column-set'
import { roles } from '@steward/contracts/plain/permission'
import { dataTypes } from '@steward/contracts/data-type'
import { serverTypes } from '../data-type/index.ts'
import type { CatalogueField } from '../field/index.ts'
import type { UserEntry } from '../user-management/index.ts'

const roleNames = roles.map(({ id, name }) => `when ${id} then '${name}'`).join(' ')

/** Where the fields of a user lie in the row `u` of app_user. */
const sqlByName: Readonly<Record<string, (u: string) => string>> = {
  name: (u) => `coalesce(nullif(btrim(${u}.first_name || ' ' || ${u}.last_name), ''), ${u}.email)`,
  email: (u) => `${u}.email`,
  role: (u) => `case ${u}.role_id ${roleNames} end`,
}

/** What can be asked of a record's primary owner, as fields. */
const ownerFields = ownerColumns.map(({ name, label, dataType }): CatalogueField => ({
  key: name,
  name,
  displayName: `Owner: ${label}`,
  dataType,
  kind: dataTypes[dataType].kind,
  type: serverTypes[dataType],
  fieldId: null,
  required: false,
  editable: false,
  visible: true,
  uploadable: false,
  slots: null,
  isSlotCurrent: false,
  indexed: false,
  calculated: false,
  options: [],
}))

export function findOwnerField(name: string): CatalogueField | undefined {
  const wanted = name.toLowerCase()
  return ownerFields.find((field) => field.name === wanted)
}

/** The column of an owner's field in the row of app_user known as `alias`. */
export function ownerColumn(field: CatalogueField, alias: string): RuleColumn {
  const sql = sqlByName[field.key]?.(alias)
  if (sql === undefined) throw new Error(`The owner has no field ${field.name}`)
  return { sql, storage: 'text', folded: `${foldedSql(sql)} collate "C"` }
}

/** The users of a tenant with what can be asked of owners, calculated once for each and not for each record. */
export function ownersSql(tenantId: number): string {
  const columns = ownerFields.map((field) => {
    const { sql, folded } = ownerColumn(field, 'u')
    return `${sql} as owner_${field.key}, ${folded} as owner_${field.key}_folded`
  })
  return `(select u.tenant_id, u.user_id, ${columns.join(', ')} from app_user u where u.tenant_id = ${tenantId} offset 0)`
}

/** The column of an owner's field in a row of these. */
export function workedOwnerColumn({ key }: CatalogueField, alias: string): RuleColumn {
  return { sql: `${alias}.owner_${key}`, storage: 'text', folded: `${alias}.owner_${key}_folded` }
}

/** The same of a user in memory. */
export function ownerValue(user: UserEntry, key: string): unknown {
  if (key === 'role') return roles.find(({ id }) => id === user.roleId)?.name
  return key === 'email' ? user.email : user.name
}
