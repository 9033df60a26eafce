import { isAdministering, permissionLabels, type Permission } from '@steward/contracts/plain/permission'

export type PermissionGroup = { title: string; permissions: Permission[] }

const titles = ['See', 'Change', 'Administer'] as const

function titleOf(permission: Permission): (typeof titles)[number] {
  if (isAdministering(permission)) return 'Administer'
  return permission.endsWith('.read') ? 'See' : 'Change'
}

/** Permissions by what kind of thing they allow; the labels are written for people, whom a token stands for. */
export function permissionGroupsOf(permissions: readonly Permission[]): PermissionGroup[] {
  return titles
    .map((title) => ({
      title,
      permissions: permissions.filter((permission) => titleOf(permission) === title),
    }))
    .filter((group) => group.permissions.length > 0)
}

/** A usual set of permissions, or those chosen one by one. */
export type Access = 'read' | 'write' | 'custom'

/** The permissions of a usual set, of those on offer. Those to administer are always chosen by hand. */
export function permissionsOf(offered: readonly Permission[], access: 'read' | 'write'): Permission[] {
  const wanted = access === 'read' ? ['See'] : ['See', 'Change']
  return offered.filter((permission) => wanted.includes(titleOf(permission)))
}

export function permissionText(permission: Permission): string {
  return permissionLabels[permission]
}
