import type { LevelId } from '@steward/contracts/level'
import { isScoped, type Actor } from '../../platform/actor.ts'
import { scopeSql } from '../record/index.ts'

/** The row rule as SQL over the contact or account `r`. */
export const recordScopeSql = (actor: Actor, r: string, level?: LevelId): string => scopeSql(actor, r, level)

/**
 * The row rule as SQL over the response `r`: who does not see a contact sees no answer of theirs. Those of people who are
 * not known are everyone's.
 */
export function responseScopeSql(actor: Actor, r: string): string {
  if (!isScoped(actor)) return 'true'
  return `(${r}.record_id is null or exists (select from record_fenced x where x.tenant_id = ${r}.tenant_id
    and x.record_id = ${r}.record_id and ${scopeSql(actor, 'x')}))`
}
