import { roleIds } from '@steward/contracts/permission'
import type { Actor } from '../../platform/actor.ts'

/** Its maker changes a segment; a public one is also kept in order by managers and administrators. */
export function mayEditSegment(
  actor: Pick<Actor, 'userId' | 'roleId'>,
  segment: { createdBy: number; isPrivate: boolean },
): boolean {
  if (actor.roleId === roleIds.viewer) return false
  if (segment.createdBy === actor.userId) return true
  const keepsOrder = actor.roleId === roleIds.manager || actor.roleId === roleIds.administrator
  return keepsOrder && !segment.isPrivate
}
