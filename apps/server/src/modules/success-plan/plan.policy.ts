import type { Actor } from '../../platform/actor.ts'
import { isScoped, scopeSql } from '../record/index.ts'

export { isScoped }

/** The row rule as SQL over the record `r`. */
export const recordScopeSql = (actor: Actor, r: string): string => scopeSql(actor, r)

/** The row rule as SQL over the plan `p`: who does not see its record sees neither the plan nor its name. */
export function planScopeSql(actor: Actor, p: string): string {
  if (!isScoped(actor)) return 'true'
  return `exists (select from record_fenced r where r.tenant_id = ${actor.tenantId} and r.record_id = ${p}.record_id
    and ${scopeSql(actor, 'r')})`
}

/** The same over the item `i` of a plan. */
export function partScopeSql(actor: Actor, i: string): string {
  if (!isScoped(actor)) return 'true'
  return `exists (select from success_plan p where p.tenant_id = ${actor.tenantId} and p.plan_id = ${i}.plan_id
    and ${planScopeSql(actor, 'p')})`
}
