import { permissionsByRole, type Permission, type RoleId } from '@steward/contracts/plain/permission'
import { useSession } from './session.ts'

/** Whether a user's role may do something at all; rules about single records stay with the server. */
export function can(user: { roleId: RoleId } | null, permission: Permission): boolean {
  return user !== null && permissionsByRole[user.roleId].includes(permission)
}

export function useCan(): (permission: Permission) => boolean {
  const { user } = useSession()
  return (permission) => can(user, permission)
}
