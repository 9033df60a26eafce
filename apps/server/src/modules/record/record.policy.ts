import { permissionLabels, roleIds, type Permission } from '@steward/contracts/plain/permission'
import type { LevelId } from '@steward/contracts/level'
import { isScoped, isSystem, may, ownsWhatTheyChange, type Actor } from '../../platform/actor.ts'

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

/** What a part of Steward lacks, which passes no route that would check its permissions. */
function missingRight(actor: Actor, permission: Permission): string | undefined {
  if (!isSystem(actor) || may(actor, permission)) return undefined
  return `This automation isn't allowed to do this: “${permissionLabels[permission]}”.`
}

/** Why the actor may not create records; undefined where they may. */
export const whyNotCreate = (actor: Actor): string | undefined => missingRight(actor, 'record.create')

/** Why the actor may not change a record that they see; undefined where they may. */
export function whyNotChange(actor: Actor, mine: boolean): string | undefined {
  const isTheirs = mine || !ownsWhatTheyChange(actor)
  if (isTheirs && actor.roleId !== roleIds.viewer) return missingRight(actor, 'record.edit')
  return 'You can edit only records that you own.'
}
