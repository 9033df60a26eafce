import { roleIds } from '@steward/contracts/plain/permission'
import { keepsOrder, type Actor } from '../../platform/actor.ts'

/** Its maker changes a segment; a public one is also kept in order by managers and administrators. */
export function mayEditSegment(
  actor: Pick<Actor, 'userId' | 'roleId' | 'isService'>,
  segment: { createdBy: number; isPrivate: boolean },
): boolean {
  if (actor.roleId === roleIds.viewer) return false
  if (segment.createdBy === actor.userId) return true
  return keepsOrder(actor) && !segment.isPrivate
}
