import type { LevelId } from '@steward/contracts/level'
import { query, type Db, type Tx } from '../../platform/db/database.ts'
import { announceEvents } from '../../platform/db/event.announcement.ts'
import { placesSql } from './timeline.sql.ts'
import { commentsBegin, searchedOnly } from './timeline.rules.ts'

/** An item as it is written; kind and audience as the database keeps them. */
export interface ItemInput {
  at: number
  kind: number
  audience: number
  level: LevelId
  author_id: number | null
  record_id: number
  occurred_at: string
  participants: readonly number[]
  linked_ids: readonly number[]
  file_ids: readonly number[]
  source: string
  title: string
  body: string | null
  words: string
  details: unknown
}

const written = `kind, audience, level, author_id, record_id, occurred_at, participants, linked_ids, file_ids,
  source, title, body, words, details`

/** Writes items with their places and files. Returns their ids, in the order of `at`, which counts from 0. */
export async function insertItems(
  tx: Tx,
  tenantId: number,
  createdAt: Date,
  items: readonly ItemInput[],
): Promise<number[]> {
  const rows = await query<{ item_id: number }>(
    tx,
    `/*timeline.insert*/ with input as materialized (
       select nextval(s.sequence) as item_id, x.*
       from (select pg_get_serial_sequence('timeline_item', 'item_id')::regclass as sequence offset 0) s,
         jsonb_to_recordset($2::jsonb) as x(at int, kind smallint, audience smallint, level smallint,
           author_id int, record_id bigint, occurred_at timestamptz, participants int[], linked_ids bigint[],
           file_ids int[], source text, title text, body text, words text, details jsonb)
     ), written as (
       insert into timeline_item (tenant_id, item_id, created_at, ${written})
       select $1, item_id, $3, ${written} from input
     ), attached as (
       insert into timeline_file (tenant_id, item_id, file_id)
       select $1, item_id, f from input, unnest(file_ids) f
     ), placed as (
       ${placesSql('(select *, false as pinned from input)')}
     )
     select item_id from input order by at`,
    [tenantId, JSON.stringify(items), createdAt],
  )
  announceEvents(tx, tenantId)
  return rows.map((row) => row.item_id)
}

export interface RecordRow {
  record_id: number
  level: LevelId
  seen: boolean
}

/** Records that items are about to are stored with, kept from going away; `scope` says over `r` whether the actor sees one. */
export async function lockRecords(
  tx: Tx,
  tenantId: number,
  recordIds: readonly number[],
  scope: string,
): Promise<RecordRow[]> {
  return query<RecordRow>(
    tx,
    `select r.record_id, r.level, ${scope} as seen from record r
     where r.tenant_id = $1 and r.record_id = any($2::bigint[]) order by r.record_id for key share`,
    [tenantId, recordIds],
  )
}

/** An item as editing it needs it. */
export interface StoredItem {
  item_id: number
  kind: number
  audience: number
  level: LevelId
  version: number
  author_id: number | null
  record_id: number
  occurred_at: Date
  pinned: boolean
  deleted_at: Date | null
  participants: number[]
  linked_ids: number[]
  file_ids: number[]
  title: string
  body: string | null
  words: string
  details: Record<string, unknown>
}

/** Items that an actor may read by `readable`, an expression over `i`; deleted ones as well. Locked in the order of ids. */
export async function lockItems(
  tx: Tx,
  tenantId: number,
  itemIds: readonly number[],
  readable: string,
): Promise<StoredItem[]> {
  return query<StoredItem>(
    tx,
    `select i.item_id, i.kind, i.audience, i.level, i.version, i.author_id, i.record_id, i.occurred_at,
       i.pinned_at is not null as pinned, i.deleted_at, i.participants, to_json(i.linked_ids) as linked_ids,
       i.file_ids, i.title, i.body, i.words, i.details
     from timeline_item i
     where i.tenant_id = $1 and i.item_id = any($2::bigint[]) and ${readable}
     order by i.item_id for no key update of i`,
    [tenantId, itemIds],
  )
}

export interface Revision {
  version: number
  act: 'edit' | 'delete' | 'restore'
  actorId: number | null
  at: Date
  before: Record<string, unknown>
}

async function writeRevision(tx: Tx, tenantId: number, itemId: number, revision: Revision): Promise<void> {
  const { version, at, actorId, act, before } = revision
  await query(
    tx,
    `insert into timeline_revision (tenant_id, item_id, version, at, actor_id, act, before)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [tenantId, itemId, version, at, actorId, act, JSON.stringify(before)],
  )
}

/** What the edits of an item since a version changed. */
export async function findEditedParts(
  tx: Tx,
  tenantId: number,
  itemId: number,
  version: number,
): Promise<Set<string>> {
  const rows = await query<{ part: string }>(
    tx,
    `select distinct k.part from timeline_revision v, lateral jsonb_object_keys(v.before) as k(part)
     where v.tenant_id = $1 and v.item_id = $2 and v.version >= $3 and v.act = 'edit'`,
    [tenantId, itemId, version],
  )
  return new Set(rows.map((row) => row.part))
}

/**
 * Replaces the places of items by those that follow from what they are now; deleted ones have none. Anyone who
 * changes an item waits meanwhile: none of two would see the places that the other one writes.
 */
export async function placeAnew(tx: Tx, tenantId: number, itemIds: readonly number[]): Promise<void> {
  await query(
    tx,
    `select from timeline_item where tenant_id = $1 and item_id = any($2::bigint[])
     order by item_id for no key update`,
    [tenantId, itemIds],
  )
  await query(tx, 'delete from timeline_place where tenant_id = $1 and item_id = any($2::bigint[])', [
    tenantId,
    itemIds,
  ])
  await query(
    tx,
    placesSql(`(select i.*, i.pinned_at is not null as pinned from timeline_item i
      where i.tenant_id = $1 and i.item_id = any($2::bigint[]) and i.deleted_at is null)`),
    [tenantId, itemIds],
  )
  announceEvents(tx, tenantId)
}

/** Writes the parts of an item that an edit may change, with what they were. */
export async function updateItem(
  tx: Tx,
  tenantId: number,
  item: Omit<StoredItem, 'kind' | 'level' | 'author_id' | 'record_id' | 'pinned' | 'deleted_at'>,
  revision: Revision,
): Promise<void> {
  await query(
    tx,
    `update timeline_item set version = version + 1, updated_at = $3, audience = $4, occurred_at = $5,
       participants = $6, linked_ids = $7, file_ids = $8, title = $9, body = $10, details = $12,
       words = $11 || case when strpos($11, '${searchedOnly}') > 0 then substring(words from '${commentsBegin}.*|$')
         else substring(words from '[${searchedOnly}${commentsBegin}].*|$') end
     where tenant_id = $1 and item_id = $2`,
    [
      tenantId,
      item.item_id,
      revision.at,
      item.audience,
      item.occurred_at,
      item.participants,
      item.linked_ids,
      item.file_ids,
      item.title,
      item.body,
      item.words,
      JSON.stringify(item.details),
    ],
  )
  await writeRevision(tx, tenantId, item.item_id, revision)
}

/** Attaches the files that an item holds now, and no others. */
export async function attachFiles(
  tx: Tx,
  tenantId: number,
  itemId: number,
  fileIds: readonly number[],
): Promise<void> {
  await query(
    tx,
    'delete from timeline_file where tenant_id = $1 and item_id = $2 and file_id <> all($3::int[])',
    [tenantId, itemId, fileIds],
  )
  await query(
    tx,
    `insert into timeline_file (tenant_id, item_id, file_id) select $1, $2, f from unnest($3::int[]) f
     on conflict do nothing`,
    [tenantId, itemId, fileIds],
  )
}

/** Deletes an item, or brings it back, with the places that go with it. */
export async function setDeleted(
  tx: Tx,
  tenantId: number,
  itemId: number,
  revision: Revision & { act: 'delete' | 'restore' },
): Promise<void> {
  const isGone = revision.act === 'delete'
  await query(
    tx,
    `update timeline_item set version = version + 1, deleted_at = $3, deleted_by = $4
     where tenant_id = $1 and item_id = $2`,
    [tenantId, itemId, isGone ? revision.at : null, isGone ? revision.actorId : null],
  )
  await writeRevision(tx, tenantId, itemId, revision)
  await placeAnew(tx, tenantId, [itemId])
}

/** The ids of the records that an item is stored with that are still there. */
export async function findStanding(
  db: Db | Tx,
  tenantId: number,
  recordIds: readonly number[],
): Promise<number[]> {
  const rows = await query<{ record_id: number }>(
    db,
    'select record_id from record where tenant_id = $1 and record_id = any($2::bigint[])',
    [tenantId, recordIds],
  )
  return rows.map((row) => row.record_id)
}

/** What a kind's own module may change of its items by its own rules. */
export interface Amendment {
  home?: { recordId: number; level: LevelId }
  linkedIds?: readonly number[]
  participants?: readonly number[]
  /** Taken off every page, or put back. */
  hidden?: boolean
}

/** Changes items without asking who wrote them, and without a revision: rights and history are the caller's. */
export async function amendItems(
  tx: Tx,
  tenantId: number,
  itemIds: readonly number[],
  { home, linkedIds, participants, hidden }: Amendment,
  at: Date,
): Promise<void> {
  if (itemIds.length === 0) return
  await query(
    tx,
    `/*timeline.amend*/
    update timeline_item set version = version + 1, record_id = coalesce($3::bigint, record_id),
      level = coalesce($4::smallint, level),
      linked_ids = array_remove(coalesce($5::bigint[], linked_ids), coalesce($3::bigint, record_id)),
      participants = coalesce($6::int[], participants),
      deleted_at = case when $7::boolean is null then deleted_at when $7 then $8::timestamptz end
    where tenant_id = $1 and item_id = any($2::bigint[])`,
    [
      tenantId,
      itemIds,
      home?.recordId ?? null,
      home?.level ?? null,
      linkedIds ?? null,
      participants ?? null,
      hidden ?? null,
      at,
    ],
  )
  await placeAnew(tx, tenantId, itemIds)
}
