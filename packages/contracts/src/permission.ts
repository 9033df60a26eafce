/** The four roles, by the ids of the specification. */
export const roles = [
  { id: 1, name: 'Normal User' },
  { id: 2, name: 'Manager' },
  { id: 3, name: 'Administrator' },
  { id: 4, name: 'Viewer' },
] as const

export type RoleId = (typeof roles)[number]['id']

export const roleIds = { normalUser: 1, manager: 2, administrator: 3, viewer: 4 } as const

const reading = [
  'self.read',
  'user.read',
  'currency.read',
  'field.read',
  'lifecycle.read',
  'record.read',
  'history.read',
  'bulk.read',
] as const

const working = ['record.create', 'record.edit', 'history.undo', 'bulk.run'] as const

const administering = ['field.administer'] as const

/** Every permission a route can name. */
export const permissions = [...reading, ...working, ...administering] as const

export type Permission = (typeof permissions)[number]

/**
 * What each role may do. Row rules narrow it: a Normal User reads and changes only what
 * they own (see the record policy).
 */
export const permissionsByRole: Record<RoleId, readonly Permission[]> = {
  1: [...reading, ...working],
  2: [...reading, ...working],
  3: permissions,
  4: reading,
}

export function roleMay(roleId: RoleId, permission: Permission): boolean {
  return permissionsByRole[roleId].includes(permission)
}
