import { changeKindIds, type ChangeKindId } from '@steward/contracts/record-history'
import { query, type Db, type Tx } from '../../platform/db/database.ts'
import { nextPageSize } from '../../platform/db/limit.ts'
import type { ChangeSetRow } from './ledger.read-model.ts'

/** The values of an item by their keys, as JSON has them. */
export type ItemValues = Readonly<Record<string, unknown>>

/** What an operation did to one item. */
export interface ItemChange {
  itemId: number
  kind: ChangeKindId
  /** The keys that differ, for a change; the whole item, for a deletion; null for a creation. */
  before: ItemValues | null
  after: ItemValues | null
  /** Of the item afterwards. */
  version: number
}

const { create, update } = changeKindIds

/** Whether a change begins the history of an item: the ledger has nothing of it that this could be added to. */
const isFirst = ({ kind, version }: ItemChange): boolean => kind === create && version === 1

async function insertFirst(
  tx: Tx,
  tenantId: number,
  changeSetId: number,
  subject: string,
  changes: readonly ItemChange[],
): Promise<void> {
  await query(
    tx,
    `/*ledger.item.first*/
     insert into item_change (tenant_id, change_set_id, subject, item_id, kind, version)
     select $1, $2, $3, item_id, ${create}, 1 from unnest($4::bigint[]) as x(item_id)`,
    [tenantId, changeSetId, subject, changes.map(({ itemId }) => itemId)],
  )
}

/** Writes what an operation did to items of one kind. A second change of an item by the same operation is added. */
export async function insertItemChanges(
  tx: Tx,
  tenantId: number,
  changeSetId: number,
  subject: string,
  changes: readonly ItemChange[],
): Promise<void> {
  if (changes.length === 0) return
  if (changes.every(isFirst)) return insertFirst(tx, tenantId, changeSetId, subject, changes)
  await query(
    tx,
    `/*ledger.item.insert*/
     insert into item_change as c (tenant_id, change_set_id, subject, item_id, kind, before, after, version)
     select $1, $2, $3, x.* from unnest($4::bigint[], $5::smallint[], $6::jsonb[], $7::jsonb[], $8::int[])
       as x(item_id, kind, before, after, version)
     on conflict (tenant_id, subject, item_id, change_set_id) do update set version = excluded.version,
       kind = case when c.kind = ${create} then c.kind else excluded.kind end,
       before = case when c.kind = ${create} then null else excluded.before || c.before end,
       after = case when c.kind = ${create} then null else c.after || excluded.after end`,
    [
      tenantId,
      changeSetId,
      subject,
      changes.map(({ itemId }) => itemId),
      changes.map(({ kind }) => kind),
      changes.map(({ before }) => before && JSON.stringify(before)),
      changes.map(({ after }) => after && JSON.stringify(after)),
      changes.map(({ version }) => version),
    ],
  )
}

/** The kinds of items that an operation touched. */
export async function findSubjects(tx: Tx, tenantId: number, changeSetId: number): Promise<string[]> {
  const rows = await query<{ subject: string }>(
    tx,
    `/*ledger.item.subjects*/ select distinct subject from item_change where tenant_id = $1 and change_set_id = $2`,
    [tenantId, changeSetId],
  )
  return rows.map(({ subject }) => subject)
}

/** What an operation did to items, in the order of their ids; `kind` keeps one kind of change. */
export async function listItemChanges(
  db: Db | Tx,
  tenantId: number,
  changeSetId: number,
  subject: string,
  page: { kind?: ChangeKindId; after: number; limit: number },
): Promise<ItemChange[]> {
  return query<ItemChange>(
    db,
    `select item_id as "itemId", kind, before, after, version from item_change
     where tenant_id = $1 and change_set_id = $2 and subject = $3 and item_id > $4
       and ($5::smallint is null or kind = $5)
     order by item_id limit $6`,
    [tenantId, changeSetId, subject, page.after, page.kind ?? null, page.limit],
  )
}

/** What some operations did to items of a kind, in the order of the operations and items. */
export async function listItemChangesAmong(
  db: Db,
  tenantId: number,
  subject: string,
  changeSetIds: readonly number[],
  { after, limit }: { after: { changeSetId: number; itemId: number } | undefined; limit: number },
): Promise<(ItemChange & { changeSetId: number })[]> {
  return query<ItemChange & { changeSetId: number }>(
    db,
    `select change_set_id as "changeSetId", item_id as "itemId", kind, before, after, version from item_change
     where tenant_id = $1 and change_set_id = any($2::bigint[]) and subject = $3
       and (change_set_id, item_id) > ($4::bigint, $5::bigint)
     order by change_set_id, item_id limit $6`,
    [tenantId, changeSetIds, subject, after?.changeSetId ?? 0, after?.itemId ?? 0, limit],
  )
}

/**
 * Which keys of which items other operations changed after this one, as far as they were not undone; a deletion
 * has none. Creation and deletion by others count as the key `''`.
 */
export async function findLaterItemKeys(
  tx: Tx,
  tenantId: number,
  changeSetId: number,
  subject: string,
  itemIds: readonly number[],
): Promise<Map<number, Set<string>>> {
  const rows = await query<{ itemId: number; key: string }>(
    tx,
    `select distinct c.item_id as "itemId", k.key
     from item_change o
     join item_change c on c.tenant_id = o.tenant_id and c.subject = o.subject and c.item_id = o.item_id
       and (c.version, c.change_set_id) > (o.version, o.change_set_id)
     join record_act s on s.tenant_id = c.tenant_id and s.change_set_id = c.change_set_id
       and s.undone_by is null and s.undo_of is null
     cross join lateral (
       select jsonb_object_keys(c.after) as key where c.kind = ${update}
       union all select '' where c.kind <> ${update}) k
     where o.tenant_id = $1 and o.subject = $4 and o.item_id = any($2::bigint[]) and o.change_set_id = $3`,
    [tenantId, itemIds, changeSetId, subject],
  )
  const keys = new Map<number, Set<string>>()
  for (const { itemId, key } of rows) keys.set(itemId, (keys.get(itemId) ?? new Set()).add(key))
  return keys
}

export interface ItemHistoryRow extends ItemChange, ChangeSetRow {}

/** What happened to items that belong together, newest first. */
export async function readItemHistory(
  db: Db,
  tenantId: number,
  items: readonly { subject: string; itemId: number }[],
  { before, limit }: { before: number | null; limit: number },
): Promise<ItemHistoryRow[]> {
  const rows = await query<ItemHistoryRow>(
    db,
    `/*ledger.item.history*/ select c.item_id as "itemId", c.kind, c.before, c.after, c.version,
       s.change_set_id, s.actor_id, s.source, s.action, s.at, s.undo_of, s.undone_by,
       s.via_kind, s.via_id, s.via_name, s.causes
     from item_change c
     join record_act s on s.tenant_id = c.tenant_id and s.change_set_id = c.change_set_id
     where c.tenant_id = $1
       and (c.subject, c.item_id) in (select * from unnest($2::text[], $3::bigint[]))
       and ($4::bigint is null or c.change_set_id < $4)
     order by c.change_set_id desc, c.version desc limit ${nextPageSize(limit)}`,
    [tenantId, items.map(({ subject }) => subject), items.map(({ itemId }) => itemId), before],
  )
  return rows.slice(0, limit)
}

/** Forgets what operations from before a time changed in items; who did something when is kept. */
export async function forgetItemChanges(db: Db, tenantId: number, before: Date): Promise<number> {
  const rows = await query<{ itemId: number }>(
    db,
    `delete from item_change where tenant_id = $1 and (subject, item_id, change_set_id) in (
       select c.subject, c.item_id, c.change_set_id from record_act s
       join item_change c on c.tenant_id = s.tenant_id and c.change_set_id = s.change_set_id
       where s.tenant_id = $1 and s.at < $2 and c.kind <> ${create} limit 10000)
     returning item_id as "itemId"`,
    [tenantId, before],
  )
  return rows.length
}

/** Items of a kind that the ledger knows and that were not deleted by an act, in the order of their ids. */
export async function listUndeletedItems(
  db: Db,
  tenantId: number,
  subject: string,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const rows = await query<{ itemId: number }>(
    db,
    `/*ledger.item.undeleted*/ select item_id as "itemId" from item_change
     where tenant_id = $1 and subject = $2 and item_id > $3
     group by item_id having not bool_or(kind = ${changeKindIds.delete}) order by item_id limit $4`,
    [tenantId, subject, after, nextPageSize(limit)],
  )
  return rows.slice(0, limit).map(({ itemId }) => itemId)
}

/** Finds the acts that were about some items and nothing else. */
export async function listActsOfItems(
  tx: Tx,
  tenantId: number,
  items: readonly { subject: string; itemId: number }[],
): Promise<number[]> {
  const rows = await query<{ id: number }>(
    tx,
    `/*ledger.item.acts*/ with gone as materialized (
       select * from unnest($2::text[], $3::bigint[]) g(subject, item_id))
     select distinct c.change_set_id as id from gone g
     join item_change c on c.tenant_id = $1 and c.subject = g.subject and c.item_id = g.item_id
     where not exists (select from changed_record r where r.tenant_id = $1 and r.change_set_id = c.change_set_id)
       and not exists (select from item_change o where o.tenant_id = $1 and o.change_set_id = c.change_set_id
         and not exists (select from gone h where h.subject = o.subject and h.item_id = o.item_id))`,
    [tenantId, items.map(({ subject }) => subject), items.map(({ itemId }) => itemId)],
  )
  return rows.map(({ id }) => id)
}

/** Which keys of an item were changed after a version of it. */
export async function readKeysSince(
  tx: Db | Tx,
  tenantId: number,
  subject: string,
  itemId: number,
  version: number,
): Promise<string[]> {
  const rows = await query<{ key: string }>(
    tx,
    `/*ledger.item.since*/ select distinct jsonb_object_keys(after) as key from item_change
     where tenant_id = $1 and subject = $2 and item_id = $3 and version > $4 and after is not null`,
    [tenantId, subject, itemId, version],
  )
  return rows.map(({ key }) => key)
}
