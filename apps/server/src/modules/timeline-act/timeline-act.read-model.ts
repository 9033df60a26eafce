import { query, type Db } from '../../platform/db/database.ts'

/** An act on an item: its creation, or one of its revisions. */
export interface ActRow {
  at: Date
  itemId: number
  kind: number
  /** The version that the act gave the item. */
  version: number
  act: 'create' | 'edit' | 'delete' | 'restore'
  by: number | null
  source: string
}

export interface ActSpan {
  from: Date
  to: Date
}

/** Behind which act a slice begins. */
export type ActPlace = Pick<ActRow, 'at' | 'itemId' | 'version'>

/** The acts of a time on items of some kinds, in their order. */
export function listActs(
  db: Db,
  tenantId: number,
  kinds: readonly number[],
  { from, to }: ActSpan,
  after: ActPlace | undefined,
  limit: number,
): Promise<ActRow[]> {
  return query<ActRow>(
    db,
    `select a.at, a.item_id as "itemId", a.kind, a.version, a.act, a.by, a.source from (
       select i.created_at as at, i.item_id, i.kind, 1 as version, 'create' as act, i.author_id as by, i.source
       from timeline_item i
       where i.tenant_id = $1 and i.created_at >= $3 and i.created_at < $4 and i.kind = any($2::smallint[])
       union all
       select v.at, v.item_id, i.kind, v.version + 1, v.act, v.actor_id, i.source
       from timeline_revision v join timeline_item i on i.tenant_id = $1 and i.item_id = v.item_id
       where v.tenant_id = $1 and v.at >= $3 and v.at < $4 and i.kind = any($2::smallint[])) a
     where $5::timestamptz is null or (a.at, a.item_id, a.version) > ($5, $6::bigint, $7::int)
     order by a.at, a.item_id, a.version limit $8`,
    [tenantId, kinds, from, to, after?.at ?? null, after?.itemId ?? null, after?.version ?? null, limit],
  )
}

/** What edits replaced, by item and version, and what the items have now. */
export interface EditedRow {
  itemId: number
  /** The version that the edit gave the item. */
  version: number
  before: Record<string, unknown>
  now: Record<string, unknown>
}

/** The edits of items, in their order. */
export function listEdits(db: Db, tenantId: number, itemIds: readonly number[]): Promise<EditedRow[]> {
  return query<EditedRow>(
    db,
    `/*timeline.edits*/
     select v.item_id as "itemId", v.version + 1 as version, v.before, jsonb_build_object(
       'title', i.title, 'body', i.body, 'words', i.words, 'occurredAt', i.occurred_at, 'details', i.details,
       'linkedIds', i.linked_ids, 'fileIds', i.file_ids, 'audience', i.audience, 'participants', i.participants) as now
     from timeline_revision v join timeline_item i on i.tenant_id = $1 and i.item_id = v.item_id
     where v.tenant_id = $1 and v.item_id = any($2::bigint[]) and v.act = 'edit'
     order by v.item_id, v.version`,
    [tenantId, itemIds],
  )
}
