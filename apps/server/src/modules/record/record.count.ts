import type { LevelId } from '@steward/contracts/level'
import { query, type Tx } from '../../platform/db/database.ts'
import type { State } from './record.state.ts'

/** What records are counted by. 0 stands for unset. */
export interface CountKey {
  level: LevelId
  archived: boolean
  churned: boolean
  stageId: number
  pipelineType: number
  statusId: number
}

export interface Count extends CountKey {
  n: number
}

const slots = 8

export function countKeyOf(level: LevelId, state: State): CountKey {
  return {
    level,
    archived: state['archived'] === true,
    churned: state['churned'] === true,
    stageId: (state['stageId'] as number | undefined) ?? 0,
    pipelineType: (state['pipelineType'] as number | undefined) ?? 0,
    statusId: (state['statusId'] as number | undefined) ?? 0,
  }
}

function textOf(key: CountKey): string {
  return JSON.stringify([key.level, key.archived, key.churned, key.stageId, key.pipelineType, key.statusId])
}

/** Collects by how much a batch of writes moves each count. */
export function createTally(): { add(key: CountKey, by: 1 | -1): void; deltas(): Count[] } {
  const counts = new Map<string, Count>()
  return {
    add(key, by) {
      const text = textOf(key)
      const known = counts.get(text)
      if (known) known.n += by
      else counts.set(text, { ...key, n: by })
    },
    deltas: () => [...counts.values()].filter((count) => count.n !== 0),
  }
}

/** Where a write counts: writers that take different slots do not wait for each other. */
export function countSlot(): number {
  return Math.floor(Math.random() * slots)
}

/**
 * The statement that moves the counts of tenant $1 by `rows` of (level, archived, churned, stage_id,
 * pipeline_type, status_id, n). Rows are taken in one order, so that two batches never wait for each
 * other in a ring.
 */
export function countMovesSql(rows: string, slot: string): string {
  return `insert into record_count as c
       (tenant_id, level, archived, churned, stage_id, pipeline_type, status_id, slot, n)
     select $1, x.level, x.archived, x.churned, coalesce(x.stage_id, 0), coalesce(x.pipeline_type, 0),
       coalesce(x.status_id, 0), ${slot}, sum(x.n)
     from (${rows}) x group by 2, 3, 4, 5, 6, 7 having sum(x.n) <> 0
     order by 2, 3, 4, 5, 6, 7
     on conflict (tenant_id, level, archived, churned, stage_id, pipeline_type, status_id, slot)
     do update set n = c.n + excluded.n`
}

/** Moves the counts. */
export async function moveCounts(tx: Tx, tenantId: number, deltas: readonly Count[]): Promise<void> {
  if (deltas.length === 0) return
  const rows = `select y.level, y.archived, y.churned, y."stageId" as stage_id, y."pipelineType" as pipeline_type,
      y."statusId" as status_id, y.n
    from jsonb_to_recordset($3::jsonb) as y(level smallint, archived boolean, churned boolean, "stageId" integer,
      "pipelineType" smallint, "statusId" smallint, n bigint)`
  await query(tx, `/*record.count*/ ${countMovesSql(rows, '$2')}`, [
    tenantId,
    countSlot(),
    JSON.stringify(deltas),
  ])
}

/** The counts of a level as one JSON array, for a statement that wants them beside other things. */
export function keptCountsSql(tenantId: number, level: LevelId): string {
  return `(select json_agg(c) from (
      select level, archived, churned, stage_id as "stageId", pipeline_type as "pipelineType", status_id as "statusId", sum(n)::bigint as n
      from record_count where tenant_id = ${tenantId} and level = ${level}
      group by 1, 2, 3, 4, 5, 6 having sum(n) <> 0) c)`
}

/** How many records the level has, in the form of its counts, where what they are counted by does not matter. */
export function wholeCountSql(tenantId: number, level: LevelId): string {
  return `(select json_build_array(json_build_object('n', coalesce(sum(n), 0)))
      from record_count where tenant_id = ${tenantId} and level = ${level})`
}
