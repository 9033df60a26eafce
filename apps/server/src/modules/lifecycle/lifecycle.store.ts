import type { LevelId } from '@steward/contracts/level'
import { query, type Db, type Tx } from '../../platform/db/database.ts'
import type { Stage } from './lifecycle.rules.ts'

export interface NewStage {
  level: LevelId
  displayName: string
  /** Whether new records of the level get this stage; at most one of a level is. */
  isDefault?: boolean
}

export function listStages(db: Db, tenantId: number): Promise<Stage[]> {
  return query<Stage>(
    db,
    `/*lifecycle.list*/
    select stage_id "lifecycleStageId", display_name "displayName", level "entityLevel", position "order",
      is_default "isDefault"
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
    insert into lifecycle_stage (tenant_id, level, display_name, position, is_default)
    select $1, $2::smallint, $3, coalesce(max(position), 0) + 1, $4
    from lifecycle_stage where tenant_id = $1 and level = $2
    returning stage_id "stageId"`,
    [tenantId, stage.level, stage.displayName, stage.isDefault ?? false],
  )
  return rows[0]?.stageId as number
}
