import type { Actor } from '../../platform/actor.ts'
import { scopeSql as recordScopeSql } from '../record/index.ts'

/** The row rule as SQL over the record `r`. */
export const scopeSql = (actor: Actor, r: string): string => recordScopeSql(actor, r)
