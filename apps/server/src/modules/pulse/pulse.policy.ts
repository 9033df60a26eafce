import type { Actor } from '../../platform/actor.ts'
import { scopeSql } from '../record/index.ts'

/** Whether the actor may see the record `record`, as SQL. */
export function recordSql(actor: Actor, record: string): string {
  return scopeSql(actor, record)
}
