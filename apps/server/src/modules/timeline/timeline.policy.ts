import type { Actor } from '../../platform/actor.ts'
import { isScoped, scopeSql, type Asking } from '../record/index.ts'

/** A record with which the item lies itself, `v`, that fits. */
function ownRecordSql(tenant: string, item: string, condition: string): string {
  // The offset keeps it from being joined: there is no quick way from records to the arrays of items.
  return `exists (
    select from record_fenced v
    where v.tenant_id = ${tenant} and v.record_id = any(${item}.record_id || ${item}.linked_ids) and ${condition}
    offset 0)`
}

const literally = ({ tenantId, userId }: Actor): Asking => ({
  tenant: String(tenantId),
  user: String(userId),
})

/** No one is above the audience of an item, administrators neither. */
function audienceSql(item: string, asking: Asking): string {
  const { tenant, user } = asking
  const isOwner = `is_in_team(${tenant}, ${item}.record_id || ${item}.linked_ids, ${user})`
  return `(${item}.audience = 0 or ${item}.author_id = ${user} or ${item}.participants @> array[${user}::int]
    or (${item}.audience = 1 and ${isOwner}))`
}

/**
 * Whether the actor may read an item, as SQL over the item `item`; on a page (an expression of a record's
 * id) only by what brings it there. That the page may be seen is the caller's part.
 */
export function readableSql(actor: Actor, item: string, page?: string, asking?: Asking): string {
  const who = asking ?? literally(actor)
  const audience = audienceSql(item, who)
  if (!isScoped(actor)) return audience
  const scope = scopeSql(actor, 'v', undefined, who)
  const onPage = page ? `${page} in (v.record_id, v.account_id, v.organization_id) and ` : ''
  return `${audience} and ${ownRecordSql(who.tenant, item, `${onPage}${scope}`)}`
}

/**
 * Whether the actor may read what is at the place `place`, whose page they may see. Reads only those items that not
 * everyone may read, and for who sees only their own records those that something below the page brought there.
 */
export function readablePlaceSql(actor: Actor, place: string): string {
  const who = literally(actor)
  const item = (condition: string) => `exists (select from timeline_item i
    where i.tenant_id = ${who.tenant} and i.item_id = ${place}.item_id and ${condition})`
  const audience = `not ${item(`i.audience <> 0 and ${audienceSql('i', who)} is not true`)}`
  if (!isScoped(actor)) return audience
  const onPage = `${place}.record_id in (v.record_id, v.account_id, v.organization_id)`
  const brought = item(ownRecordSql(who.tenant, 'i', `${onPage} and ${scopeSql(actor, 'v', undefined, who)}`))
  return `${audience} and (${place}.via_id = ${place}.record_id or ${brought})`
}

/** Whether the actor may see the record `record`. */
export function recordSql(actor: Actor, record: string, asking?: Asking): string {
  return scopeSql(actor, record, undefined, asking)
}

/**
 * The items among which everything is that an actor who sees only their own records may read: those on the
 * pages of these records. Null where the actor sees all.
 * The places are `p`.
 */
export function ownItemsSql(actor: Actor): string | null {
  if (!isScoped(actor)) return null
  return `select distinct p.occurred_at, p.item_id from record_fenced v
    join timeline_place p on p.tenant_id = ${actor.tenantId} and p.record_id = v.record_id and p.kind <> 6
    where v.tenant_id = ${actor.tenantId} and ${scopeSql(actor, 'v', 2)}`
}
