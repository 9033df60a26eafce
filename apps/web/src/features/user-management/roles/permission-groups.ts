import { permissionLabels, permissions, type Permission } from '@steward/contracts/plain/permission'
import type { Role } from '@steward/contracts/user-management'

export type PermissionGroup = { title: string; permissions: Permission[] }

function titleOf(holders: readonly Role[], all: readonly Role[]): string {
  if (holders.length === all.length) return 'Every role'
  if (holders.length === 0) return 'No role'
  const names = holders.map(({ name }) => name)
  return holders.length === 1
    ? `${names[0]} only`
    : new Intl.ListFormat('en', { type: 'conjunction' }).format(names)
}

/** The permissions by who has them, so that the differences between roles are together. */
export function permissionGroups(roles: readonly Role[]): PermissionGroup[] {
  const groups = new Map<string, Permission[]>()
  for (const permission of permissions) {
    const holders = roles.filter((role) => role.permissions.includes(permission))
    const title = titleOf(holders, roles)
    groups.set(title, [...(groups.get(title) ?? []), permission])
  }
  return [...groups].map(([title, members]) => ({ title, permissions: members }))
}

export function permissionText(permission: Permission): string {
  return permissionLabels[permission]
}
