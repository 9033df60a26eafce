import type { RecordChanged } from '@steward/contracts/event/record.event'
import { changeKindIds, type ChangeCause, type ChangeSource } from '@steward/contracts/record-history'
import { query, type Db, type Tx } from '../../platform/db/database.ts'
import type { ActorRow } from '../record/index.ts'
import { placesSql } from './timeline.sql.ts'

/** Keys of a record whose changes appear on its timeline. */
const toldKeys = [
  'stageId',
  'health',
  'churned',
  'churnDate',
  'churnReason',
  'archived',
  'owners',
  'statusId',
  'pulse',
] as const
/** Keys that say above which pages a record lies. */
const parentKeys = ['organizationId', 'accountId']

/**
 * The changes of records that an event reports: $1 tenant, $2 change set, $3 the lowest of its records, $4 the
 * highest or all by name. The two kinds have statements of their own: one plan for both would walk through the
 * whole change set, which of an import has millions of changes, for each of its events.
 */
function ofEvent({ recordIds }: RecordChanged): string {
  const which = recordIds ? 'c.record_id = any($4::bigint[])' : 'c.record_id <= $4::bigint'
  return `c.tenant_id = $1 and c.change_set_id = $2 and c.kind = ${changeKindIds.update} and c.record_id >= $3::bigint and ${which}`
}

const valuesOf = (tenantId: number, { changeSetId, recordIds, firstId, lastId }: RecordChanged) => [
  tenantId,
  changeSetId,
  firstId ?? 0,
  recordIds ?? lastId ?? Number.MAX_SAFE_INTEGER,
]

const followedKeys: ReadonlySet<string> = new Set([...toldKeys, ...parentKeys])

/** Whether an event reports anything that is shown on timelines, or moves them. */
export async function concernsTimeline(db: Db, tenantId: number, event: RecordChanged): Promise<boolean> {
  if (event.areNew) return false
  if (event.keys) return event.keys.some((key) => followedKeys.has(key))
  const rows = await query(
    db,
    `/*timeline.concerns*/ select from changed_record c where ${ofEvent(event)} and c.after ?| $5::text[] limit 1`,
    [...valuesOf(tenantId, event), [...followedKeys]],
  )
  return rows.length > 0
}

/**
 * Writes an item for each record that an act changed, with its places, unless it is there. A pulse that
 * someone gave has an item of its own. Records are locked meanwhile; one that is just being deleted, as by an undo, gets no item.
 */
export async function writeChanges(tx: Tx, tenantId: number, event: RecordChanged): Promise<void> {
  await query(
    tx,
    `with written as (
       insert into timeline_item (tenant_id, kind, level, author_id, record_id, change_set_id, occurred_at,
         created_at, source, details)
       select c.tenant_id, 6, r.level, c.actor_id, c.record_id, c.change_set_id, c.at, c.at, c.source,
         jsonb_build_object('changes', d.changes)
       from record_change c
       join record r on r.tenant_id = c.tenant_id and r.record_id = c.record_id
       cross join lateral (
         select jsonb_agg(jsonb_build_object('key', k.key, 'before', c.before->k.key, 'after', c.after->k.key)
           order by k.nth) as changes
         from unnest($5::text[]) with ordinality as k(key, nth)
         where c.after ? k.key and not (k.key = 'pulse' and c.action = 'pulse')) d
       where ${ofEvent(event)} and d.changes is not null
       order by c.record_id for key share of r
       on conflict (tenant_id, change_set_id, record_id) where change_set_id is not null do nothing
       returning item_id, kind, author_id, record_id, linked_ids, file_ids, occurred_at)
     ${placesSql('(select *, false as pinned from written)')}`,
    [...valuesOf(tenantId, event), toldKeys],
  )
}

/** The items that are stored with records which an event moved under others. */
export async function findMovedItems(db: Db | Tx, tenantId: number, event: RecordChanged): Promise<number[]> {
  const rows = await query<{ item_id: number }>(
    db,
    `select distinct p.item_id from changed_record c
     join timeline_place p on p.tenant_id = c.tenant_id and p.record_id = c.record_id and p.via_id = c.record_id
     where ${ofEvent(event)} and c.after ?| $5::text[] order by 1`,
    [...valuesOf(tenantId, event), parentKeys],
  )
  return rows.map((row) => row.item_id)
}

export interface OriginRow extends ActorRow {
  change_set_id: number
  source: ChangeSource
  causes: ChangeCause[] | null
}

/** Who or what did some acts, and what led to them. */
export function findOrigins(db: Db, tenantId: number, changeSetIds: readonly number[]): Promise<OriginRow[]> {
  return query<OriginRow>(
    db,
    `/*timeline.origins*/ select change_set_id, actor_id, source, action, via_kind, via_id, via_name, causes
     from record_act where tenant_id = $1 and change_set_id = any($2::bigint[])`,
    [tenantId, changeSetIds],
  )
}
