import type { LevelId } from '@steward/contracts/level'
import { query, type Db } from '../../platform/db/database.ts'

/** A record that something happened to. */
export interface Concerned {
  recordId: number
  level: LevelId
}

/** The records of items of the timeline. */
export function readItemRecords(
  db: Db,
  tenantId: number,
  itemIds: readonly number[],
): Promise<(Concerned & { itemId: number })[]> {
  return query(
    db,
    `/*scenario_event.items*/ select item_id as "itemId", record_id as "recordId", level from timeline_item
     where tenant_id = $1 and item_id = any($2::bigint[])`,
    [tenantId, itemIds],
  )
}

/** The records of plans. */
export function readPlanRecords(
  db: Db,
  tenantId: number,
  planIds: readonly number[],
): Promise<(Concerned & { id: number })[]> {
  return query(
    db,
    `/*scenario_event.plans*/ select p.plan_id as id, p.record_id as "recordId", r.level from success_plan p
     join record_fenced r on r.tenant_id = p.tenant_id and r.record_id = p.record_id
     where p.tenant_id = $1 and p.plan_id = any($2::bigint[])`,
    [tenantId, planIds],
  )
}

/** The records of milestones, of their plans. */
export function readMilestoneRecords(
  db: Db,
  tenantId: number,
  itemIds: readonly number[],
): Promise<(Concerned & { id: number })[]> {
  return query(
    db,
    `/*scenario_event.milestones*/ select i.item_id as id, p.record_id as "recordId", r.level from success_plan_item i
     join success_plan p on p.tenant_id = i.tenant_id and p.plan_id = i.plan_id
     join record_fenced r on r.tenant_id = p.tenant_id and r.record_id = p.record_id
     where i.tenant_id = $1 and i.item_id = any($2::bigint[]) and i.kind = 1`,
    [tenantId, itemIds],
  )
}

/** The levels of records, of those that are there. */
export function readLevels(db: Db, tenantId: number, recordIds: readonly number[]): Promise<Concerned[]> {
  return query<Concerned>(
    db,
    `/*scenario_event.levels*/ select record_id as "recordId", level from record_fenced
     where tenant_id = $1 and record_id = any($2::bigint[])`,
    [tenantId, recordIds],
  )
}
