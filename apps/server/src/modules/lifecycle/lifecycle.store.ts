import type { LevelId } from '@steward/contracts/level'
import type { StageColour } from '@steward/contracts/lifecycle'
import { query, type Db, type Tx } from '../../platform/db/database.ts'
import type { StoredStage } from './lifecycle.rules.ts'

/** The classes of the advisory locks under which the stages of a tenant are changed, and one is closed. */
const lockClass = 7375
/** `hold_stages` takes these shared. */
const stageClass = 7376

export interface NewStage {
  level: LevelId
  displayName: string
  colour?: StageColour | null
  /** Whether new records of the level get this stage; at most one of a level is. */
  isDefault?: boolean
}

/** Lets one writer at a time change the stages, until the transaction ends. */
export async function lockStages(tx: Tx, tenantId: number): Promise<void> {
  await query(tx, '/*lifecycle.lock*/ select pg_advisory_xact_lock($1, $2)', [lockClass, tenantId])
}

/** All stages, those that were deleted too, in their order. */
export function listStages(db: Db | Tx, tenantId: number): Promise<StoredStage[]> {
  return query<StoredStage>(
    db,
    `/*lifecycle.list*/
    select stage_id "stageId", display_name "displayName", level, position, is_default "isDefault", colour,
      closed_at is not null closed, deleted_at is not null deleted
    from lifecycle_stage where tenant_id = $1
    order by level, position, stage_id`,
    [tenantId],
  )
}

/** Adds a stage after the last one of its level. Returns its id. */
export async function insertStage(tx: Tx, tenantId: number, stage: NewStage): Promise<number> {
  const rows = await query<{ stageId: number }>(
    tx,
    `/*lifecycle.insert*/
    insert into lifecycle_stage (tenant_id, level, display_name, position, is_default, colour)
    select $1, $2::smallint, $3, coalesce(max(position), 0) + 1, $4, $5
    from lifecycle_stage where tenant_id = $1 and level = $2 and deleted_at is null
    returning stage_id "stageId"`,
    [tenantId, stage.level, stage.displayName, stage.isDefault ?? false, stage.colour ?? null],
  )
  return rows[0]?.stageId as number
}

export async function updateStage(
  tx: Tx,
  tenantId: number,
  stageId: number,
  { displayName, colour }: Pick<StoredStage, 'displayName' | 'colour'>,
): Promise<void> {
  await query(
    tx,
    `/*lifecycle.update*/ update lifecycle_stage set display_name = $3, colour = $4
     where tenant_id = $1 and stage_id = $2`,
    [tenantId, stageId, displayName, colour],
  )
}

/** Gives stages their places, in the order of the ids. */
export async function putOrder(tx: Tx, tenantId: number, stageIds: readonly number[]): Promise<void> {
  await query(
    tx,
    `/*lifecycle.order*/ update lifecycle_stage s set position = o.place
     from unnest($2::int[]) with ordinality as o(id, place)
     where s.tenant_id = $1 and s.stage_id = o.id and s.position <> o.place`,
    [tenantId, stageIds],
  )
}

export async function putDefault(tx: Tx, tenantId: number, level: LevelId, stageId: number): Promise<void> {
  await query(
    tx,
    '/*lifecycle.no_default*/ update lifecycle_stage set is_default = false where tenant_id = $1 and level = $2 and is_default',
    [tenantId, level],
  )
  await query(
    tx,
    '/*lifecycle.default*/ update lifecycle_stage set is_default = true where tenant_id = $1 and stage_id = $2',
    [tenantId, stageId],
  )
}

/** Which of these stages take records; they do until the transaction ends. */
export async function holdStages(
  tx: Tx,
  tenantId: number,
  stageIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (stageIds.length === 0) return new Set()
  const rows = await query<{ id: number }>(
    tx,
    '/*lifecycle.hold*/ select h as id from hold_stages($1, $2::int[]) h',
    [tenantId, stageIds],
  )
  return new Set(rows.map(({ id }) => id))
}

/** Lets no more records into a stage, once those who are at it have committed. */
export async function closeStage(tx: Tx, tenantId: number, stageId: number, at: Date): Promise<void> {
  await query(tx, '/*lifecycle.wait*/ select pg_advisory_xact_lock($1, $2)', [stageClass, stageId])
  await query(
    tx,
    '/*lifecycle.close*/ update lifecycle_stage set closed_at = $3 where tenant_id = $1 and stage_id = $2',
    [tenantId, stageId, at],
  )
}

export async function markDeleted(tx: Tx, tenantId: number, stageId: number, at: Date): Promise<void> {
  await query(
    tx,
    `/*lifecycle.delete*/ update lifecycle_stage set deleted_at = $3, closed_at = coalesce(closed_at, $3)
     where tenant_id = $1 and stage_id = $2`,
    [tenantId, stageId, at],
  )
}

/** Reopens a stage that was closed or deleted. */
export async function markOpen(
  tx: Tx,
  tenantId: number,
  stageId: number,
  displayName: string,
): Promise<void> {
  await query(
    tx,
    `/*lifecycle.open*/ update lifecycle_stage set deleted_at = null, closed_at = null, display_name = $3
     where tenant_id = $1 and stage_id = $2`,
    [tenantId, stageId, displayName],
  )
}
