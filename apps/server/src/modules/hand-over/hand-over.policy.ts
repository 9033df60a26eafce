import { roleIds } from '@steward/contracts/plain/permission'
import type { Actor } from '../../platform/actor.ts'

/** Whether the actor may give away all that a user owns: their own book, or anybody's as those who see all. */
export function mayHandOver({ roleId, userId }: Actor, fromUserId: number): boolean {
  if (roleId === roleIds.normalUser) return userId === fromUserId
  return roleId === roleIds.manager || roleId === roleIds.administrator
}
