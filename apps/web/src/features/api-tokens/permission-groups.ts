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

export function permissionText(permission: Permission): string {
  return permissionLabels[permission]
}
