import { query, type Db } from '../../platform/db/database.ts'
import type { FieldChange, LoggedPulse } from './pulse.history.rules.ts'

/** The most points that either source gives. */
const mostPoints = 2000

/** The latest entries of a record, in any order. */
export function listEntries(db: Db, tenantId: number, recordId: number): Promise<LoggedPulse[]> {
  return query(
    db,
    `/*pulse.entries*/
    select occurred_at at, (details->>'pulse')::int pulse, item_id "itemId" from timeline_item
    where tenant_id = $1 and record_id = $2 and kind = 3 and deleted_at is null
    order by occurred_at desc, item_id desc limit ${mostPoints}`,
    [tenantId, recordId],
  )
}

/** The latest changes of a record's pulse, oldest first. */
export function listFieldChanges(db: Db, tenantId: number, recordId: number): Promise<FieldChange[]> {
  return query(
    db,
    `/*pulse.changes*/
    select at, before, after, logged from (
      select c.at, (c.version, c.change_set_id) as place, (c.before->>'pulse')::int before, (c.after->>'pulse')::int after,
        c.action = 'pulse' logged
      from record_change c
      where c.tenant_id = $1 and c.record_id = $2 and c.kind = 2 and c.after ? 'pulse'
      order by place desc limit ${mostPoints}) latest
    order by place`,
    [tenantId, recordId],
  )
}
