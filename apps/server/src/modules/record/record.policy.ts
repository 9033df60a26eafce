import { roleIds } from '@steward/contracts/plain/permission'
import type { LevelId } from '@steward/contracts/level'
import { isScoped, type Actor } from '../../platform/actor.ts'

export { isScoped }

/** Tenant and user as a statement has them, where it is to be the same one for everyone. */
export interface Asking {
  tenant: string
  user: string
}

/**
 * The row rule as SQL over the record `alias`: organizations, accounts and pipelines by their
 * owners; contacts, which have none, by the owners of what they belong to.
 */
export function ownershipSql(actor: Actor, alias: string, level?: LevelId, asking?: Asking): string {
  const me = asking ? `array[${asking.user}::int]` : `'{${actor.userId}}'::int[]`
  const own = `${alias}.owners @> ${me}`
  const parent = `exists (
    select from record_fenced s
    where s.tenant_id = ${asking?.tenant ?? actor.tenantId} and s.record_id in (${alias}.account_id, ${alias}.organization_id)
      and s.owners @> ${me})`
  if (level === undefined) return `case when ${alias}.level = 3 then ${parent} else ${own} end`
  return level === 3 ? parent : own
}

/** What a scoped actor's queries must add; everyone else sees all. */
export function scopeSql(actor: Actor, alias: string, level?: LevelId, asking?: Asking): string {
  return isScoped(actor) ? ownershipSql(actor, alias, level, asking) : 'true'
}

/** Whether the actor may change a record that they can see. */
export function mayChange(actor: Actor, mine: boolean): boolean {
  if (actor.roleId === roleIds.viewer) return false
  return !isScoped(actor) || mine
}
