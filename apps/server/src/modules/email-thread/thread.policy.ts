import { roleIds } from '@steward/contracts/plain/permission'
import type { Actor } from '../../platform/actor.ts'
import { scopeSql } from '../record/index.ts'

/** What someone owns, whatever their role sees. */
const asOwner = (actor: Actor): Actor => ({ ...actor, roleId: roleIds.normalUser })

function linkSql(actor: Actor, thread: string, condition: string): string {
  return `exists (
    select from email_thread_link vl
    join record_fenced v on v.tenant_id = ${actor.tenantId} and v.record_id = vl.record_id
    where vl.tenant_id = ${actor.tenantId} and vl.thread_id = ${thread}.thread_id and ${condition})`
}

/**
 * Whether the actor may read a thread: one of its records is in sight, and they are of its audience.
 * No one is above that, administrators neither.
 */
export function readableSql(actor: Actor, thread: string, page?: string): string {
  const scope = scopeSql(actor, 'v')
  const onPage = page ? `(${page}) and ` : ''
  return `(${linkSql(actor, thread, `${onPage}${scope}`)} and (
    ${thread}.audience = 0 or ${thread}.participants @> '{${actor.userId}}'
    or (${thread}.audience = 1 and ${linkSql(actor, thread, scopeSql(asOwner(actor), 'v'))})))`
}

/** Whether the actor sees the record `record`. */
export function recordSql(actor: Actor, record: string): string {
  return scopeSql(actor, record)
}
