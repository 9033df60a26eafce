import type { Actor } from '../../platform/actor.ts'
import type { UserEntry } from '../user-management/index.ts'

/** A user as the one who reads, where no one called; undefined for those who cannot read. */
export function actorOf(tenantId: number, user: UserEntry | undefined): Actor | undefined {
  if (user?.kind !== 'person' || user.status === 'DEACTIVATED') return undefined
  return { tenantId, userId: user.userId, roleId: user.roleId, sessionId: null }
}
