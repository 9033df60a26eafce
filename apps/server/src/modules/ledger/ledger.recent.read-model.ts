import { recentLimits } from '@steward/contracts/record-history'
import { query, type Db } from '../../platform/db/database.ts'
import type { ItemRef } from './ledger.item.ts'
import type { ChangeSetRow } from './ledger.read-model.ts'

export interface RecentSetRow extends ChangeSetRow {
  /** At most one more than `recentLimits.records`. */
  records: number
  /** Some of its records. */
  sample: number[]
  /** Tasks, plans and other items: at most one more than `recentLimits.records`. */
  items: number
  item_sample: ItemRef[]
}

/** So many of the latest change sets are looked at: most may be Steward's own. */
const lookedAt = 20_000

/**
 * The latest change sets of people that can still be undone or were, newest first; `by` one of them. They are in the order of their time: changes with a
 * time of their own, such as those of sample customers, are written later than others.
 */
export function listRecentSets(
  db: Db,
  tenantId: number,
  { by, before, limit }: { by: number | null; before: number | undefined; limit: number },
): Promise<RecentSetRow[]> {
  return query<RecentSetRow>(
    db,
    `/*ledger.recent*/ with latest as (
       select * from (
         select change_set_id, actor_id, source, action, at, undo_of, undone_by, via_kind, via_id, via_name, causes, forgotten_at
         from record_act
         where tenant_id = $1 and ($3::bigint is null or (at, change_set_id) <
           (select at, change_set_id from record_act where tenant_id = $1 and change_set_id = $3))
         order by at desc, change_set_id desc limit ${lookedAt}) s
       where s.source <> 'system' and s.forgotten_at is null and s.actor_id is not null and ($2::int is null or s.actor_id = $2)
       order by s.at desc, s.change_set_id desc limit $4)
     select l.*, c.records, c.sample, i.items, i.item_sample from latest l, lateral (
       select count(*) as records, coalesce((array_agg(c.record_id))[1:${recentLimits.names}], '{}') as sample
       from (select record_id from changed_record
         where tenant_id = $1 and change_set_id = l.change_set_id limit ${recentLimits.records + 1}) c) c, lateral (
       select count(*) as items, coalesce(jsonb_agg(jsonb_build_object('subject', i.subject, 'itemId', i.item_id))
         filter (where i.nth <= ${recentLimits.names}), '[]') as item_sample
       from (select subject, item_id, row_number() over () as nth from item_change
         where tenant_id = $1 and change_set_id = l.change_set_id limit ${recentLimits.records + 1}) i) i
     order by l.at desc, l.change_set_id desc`,
    [tenantId, by, before ?? null, limit],
  )
}
