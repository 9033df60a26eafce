import { permissionLabels, permissionsByRole, type RoleId } from '@steward/contracts/plain/permission'

/** In a sentence what each role is for. */
export const roleSummaries: Record<RoleId, string> = {
  1: 'Sees and edits only the records they own.',
  2: 'Manages all records of the company.',
  3: 'Manages all records, users and settings.',
  4: 'Sees everything, changes nothing.',
}

/** What a role may do, in words. */
export function permissionTexts(roleId: RoleId): string[] {
  return permissionsByRole[roleId].map((permission) => permissionLabels[permission])
}

function onlyIn(roleId: RoleId, other: RoleId): string[] {
  return permissionsByRole[roleId]
    .filter((permission) => !permissionsByRole[other].includes(permission))
    .map((permission) => permissionLabels[permission])
}

/** What someone wins and loses with another role. */
export function roleDifference(from: RoleId, to: RoleId): { gained: string[]; lost: string[] } {
  return { gained: onlyIn(to, from), lost: onlyIn(from, to) }
}
