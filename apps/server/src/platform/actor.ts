import type { RoleId } from '@steward/contracts/permission'

/** Who acts: a signed-in user of one tenant. */
export interface Actor {
  tenantId: number
  userId: number
  roleId: RoleId
  sessionId: number
}
