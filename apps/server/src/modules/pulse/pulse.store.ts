import type { LevelId } from '@steward/contracts/level'
import type { Actor } from '../../platform/actor.ts'
import { query, type Db, type Tx } from '../../platform/db/database.ts'
import { recordSql } from './pulse.policy.ts'

/** An entry of a record's pulse. */
export interface PulseEntry {
  itemId: number
  pulse: number
}

export interface NewestEntry extends PulseEntry {
  occurredAt: Date
}

/** The pulse of a record, which stays as it is until the transaction ends; undefined where it is gone. */
export async function lockPulse(
  tx: Tx,
  tenantId: number,
  recordId: number,
): Promise<{ pulse: number | null } | undefined> {
  const rows = await query<{ pulse: number | null }>(
    tx,
    '/*pulse.lock*/ select pulse from record where tenant_id = $1 and record_id = $2 for update',
    [tenantId, recordId],
  )
  return rows[0]
}

/** The same for a record that the actor sees; others are as if they were gone, and are not locked. */
export async function lockSeenPulse(
  tx: Tx,
  actor: Actor,
  recordId: number,
): Promise<{ pulse: number | null } | undefined> {
  const rows = await query<{ pulse: number | null }>(
    tx,
    `/*user:pulse.lock-seen*/ select r.pulse from record r
    where r.tenant_id = $1 and r.record_id = $2 and ${recordSql(actor, 'r')} for update of r`,
    [actor.tenantId, recordId],
  )
  return rows[0]
}

/** The newest entry of a record, `without` one that is left out. */
export async function findNewest(
  tx: Tx,
  tenantId: number,
  recordId: number,
  without = 0,
): Promise<NewestEntry | undefined> {
  const rows = await query<NewestEntry>(
    tx,
    `/*pulse.newest*/
    select item_id "itemId", (details->>'pulse')::int pulse, occurred_at "occurredAt" from timeline_item
    where tenant_id = $1 and record_id = $2 and kind = 3 and deleted_at is null and item_id <> $3
    order by occurred_at desc, item_id desc limit 1`,
    [tenantId, recordId, without],
  )
  return rows[0]
}

/** What an entry replaced when it became the newest one. */
export interface Replaced {
  /** The pulse that the record had. */
  before: number | null
  /** The entry it came from; null: it was set without one. Entries of the first releases don't say. */
  over?: number | null
}

/** What an entry keeps. */
export interface PulseDetails extends Replaced, Record<string, unknown> {
  pulse: number
}

export interface StoredEntry extends NewestEntry {
  recordId: number
  level: LevelId
  details: PulseDetails
  /** Whether it is newer than all that are there. */
  isNewest: boolean
}

/** An entry with its record, deleted or not. */
export async function findEntry(tx: Tx, tenantId: number, itemId: number): Promise<StoredEntry | undefined> {
  const rows = await query<StoredEntry>(
    tx,
    `/*pulse.entry*/
    select i.item_id "itemId", (i.details->>'pulse')::int pulse, i.record_id "recordId", i.level, i.details,
      i.occurred_at "occurredAt",
      not exists (select from timeline_item o
        where o.tenant_id = i.tenant_id and o.record_id = i.record_id and o.kind = 3 and o.deleted_at is null
          and (o.occurred_at, o.item_id) > (i.occurred_at, i.item_id)) "isNewest"
    from timeline_item i where i.tenant_id = $1 and i.item_id = $2 and i.kind = 3`,
    [tenantId, itemId],
  )
  return rows[0]
}

/** What an entry of an earlier day comes beneath: what the one after it replaced. Undefined where it is the newest. */
export async function findReplaced(
  tx: Tx,
  tenantId: number,
  recordId: number,
  occurredAt: Date,
): Promise<Replaced | undefined> {
  const rows = await query<{ details: PulseDetails }>(
    tx,
    `/*pulse.replaced*/
    select details from timeline_item
    where tenant_id = $1 and record_id = $2 and kind = 3 and deleted_at is null and occurred_at > $3
    order by occurred_at, item_id limit 1`,
    [tenantId, recordId, occurredAt],
  )
  return rows[0]?.details
}

/** The lowest of an entry and the deleted ones that it replaced, one through the other. */
export async function findLowest(
  tx: Tx,
  tenantId: number,
  itemId: number,
): Promise<(Replaced & { itemId: number }) | undefined> {
  const rows = await query<{ itemId: number; details: PulseDetails }>(
    tx,
    `/*pulse.lowest*/
    with recursive replaced as (
      select tenant_id, item_id, details, 1 depth from timeline_item
      where tenant_id = $1 and item_id = $2 and kind = 3
      union all
      select i.tenant_id, i.item_id, i.details, r.depth + 1
      from replaced r join timeline_item i
        on i.tenant_id = r.tenant_id and i.item_id = (r.details->>'over')::bigint and i.kind = 3
      where i.deleted_at is not null and r.depth < 1000)
    select item_id "itemId", details from replaced order by depth desc limit 1`,
    [tenantId, itemId],
  )
  return rows[0] && { ...rows[0].details, itemId: rows[0].itemId }
}

/** The record of an entry that the actor sees; the entry is deleted or not. */
export async function findEntryRecord(
  tx: Tx,
  actor: Actor,
  itemId: number,
): Promise<{ id: number; level: LevelId } | undefined> {
  const rows = await query<{ id: number; level: LevelId }>(
    tx,
    `/*user:pulse.record*/
    select r.record_id id, r.level from timeline_item i
    join record r on r.tenant_id = i.tenant_id and r.record_id = i.record_id
    where i.tenant_id = $1 and i.item_id = $2 and i.kind = 3 and ${recordSql(actor, 'r')}`,
    [actor.tenantId, itemId],
  )
  return rows[0]
}

/** `come`: the entry was logged or restored. `go`: it was deleted. */
export type PulseAct = 'come' | 'go' | 'edit'

export interface PulseChange {
  changeSetId: number
  itemId: number
  act: PulseAct
  /** What the entry said, and of when it was, before an edit. */
  pulseBefore: number | null
  atBefore: Date | null
}

/** Keeps the outcome of an entry in an act that changed its record. */
export async function insertChange(tx: Tx, tenantId: number, change: PulseChange): Promise<void> {
  await query(
    tx,
    `/*pulse.keep*/
    insert into pulse_change (tenant_id, change_set_id, item_id, act, pulse_before, at_before)
    values ($1, $2, $3, $4, $5, $6)`,
    [tenantId, change.changeSetId, change.itemId, change.act, change.pulseBefore, change.atBefore],
  )
}

export interface KeptChange extends PulseChange {
  deleted: boolean
  occurredAt: Date
  details: PulseDetails
}

/** What an act did to entries, which are as they are now. */
export function listChanges(tx: Tx, tenantId: number, changeSetId: number): Promise<KeptChange[]> {
  return query(
    tx,
    `/*pulse.kept*/
    select c.change_set_id "changeSetId", c.item_id "itemId", c.act, c.pulse_before "pulseBefore",
      c.at_before "atBefore", i.occurred_at "occurredAt",
      i.deleted_at is not null deleted, i.details
    from pulse_change c join timeline_item i on i.tenant_id = c.tenant_id and i.item_id = c.item_id
    where c.tenant_id = $1 and c.change_set_id = $2`,
    [tenantId, changeSetId],
  )
}

/** The latest change set of the acts on an entry; null where none changed the record. */
export async function findLastChange(tx: Tx, tenantId: number, itemId: number): Promise<number | null> {
  const rows = await query<{ id: number | null }>(
    tx,
    '/*pulse.last*/ select max(change_set_id) id from pulse_change where tenant_id = $1 and item_id = $2',
    [tenantId, itemId],
  )
  return rows[0]?.id ?? null
}

/** By item, what the entry before it said; entries without one are left out. */
export async function findPrevious(
  db: Db,
  tenantId: number,
  itemIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await query<PulseEntry>(
    db,
    `/*pulse.previous*/
    select i.item_id "itemId", p.pulse
    from timeline_item i cross join lateral (
      select (o.details->>'pulse')::int pulse from timeline_item o
      where o.tenant_id = i.tenant_id and o.record_id = i.record_id and o.kind = 3 and o.deleted_at is null
        and (o.occurred_at, o.item_id) < (i.occurred_at, i.item_id)
      order by o.occurred_at desc, o.item_id desc limit 1) p
    where i.tenant_id = $1 and i.item_id = any($2::bigint[])`,
    [tenantId, itemIds],
  )
  return new Map(rows.map(({ itemId, pulse }) => [itemId, pulse]))
}
