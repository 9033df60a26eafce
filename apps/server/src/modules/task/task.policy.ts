import type { LevelId } from '@steward/contracts/level'
import type { Actor } from '../../platform/actor.ts'
import { isScoped, scopeSql, type Asking } from '../record/index.ts'

/** Whether the actor sees the record `r`. */
export const recordScopeSql = (actor: Actor, r: string, level?: LevelId, asking?: Asking): string =>
  scopeSql(actor, r, level, asking)

/**
 * The row rule as SQL over the task `t`: who does not see its record does not see the task. A task without one is
 * seen by who works on it, created it or watches it, and by those who see all.
 */
export function taskScopeSql(actor: Actor, t: string, asking?: Asking): string {
  if (!isScoped(actor)) return 'true'
  const who = asking ?? { tenant: String(actor.tenantId), user: String(actor.userId) }
  return `case when ${t}.record_id is null
    then ${t}.assignee_id = ${who.user} or ${t}.creator_id = ${who.user} or ${who.user} = any(${t}.watchers)
    else exists (select from record_fenced r where r.tenant_id = ${who.tenant} and r.record_id = ${t}.record_id
      and ${scopeSql(actor, 'r', undefined, who)}) end`
}
