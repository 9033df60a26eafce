import { roleIds } from '@steward/contracts/plain/permission'
import type { Actor } from '../../platform/actor.ts'
import { scopeSql } from '../record/index.ts'

/** Whether the actor may see the record `record`. */
export function visibleSql(actor: Actor, record: string): string {
  return scopeSql(actor, record)
}

const anyone: Actor = { tenantId: 0, userId: 0, roleId: roleIds.normalUser, sessionId: null }

/** Whether a user who sees only their own records, the SQL expression `user`, may see the record `record`. */
export function visibleToSql(tenant: string, user: string, record: string): string {
  return scopeSql(anyone, record, undefined, { tenant, user })
}
