import type { LevelId } from '@steward/contracts/level'
import { query, type Db, type Tx } from '../../platform/db/database.ts'
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

/** Moves the counts. Rows are taken in one order, so that two batches never wait for each other in a ring. */
export async function moveCounts(tx: Tx, tenantId: number, deltas: readonly Count[]): Promise<void> {
  if (deltas.length === 0) return
  const slot = Math.floor(Math.random() * slots)
  await query(
    tx,
    `/*record.count*/ insert into record_count as c
       (tenant_id, level, archived, churned, stage_id, pipeline_type, status_id, slot, n)
     select $1, x.level, x.archived, x.churned, x."stageId", x."pipelineType", x."statusId", $2, x.n
     from jsonb_to_recordset($3::jsonb) as x(level smallint, archived boolean, churned boolean, "stageId" integer,
       "pipelineType" smallint, "statusId" smallint, n bigint)
     order by 2, 3, 4, 5, 6, 7
     on conflict (tenant_id, level, archived, churned, stage_id, pipeline_type, status_id, slot)
     do update set n = c.n + excluded.n`,
    [tenantId, slot, JSON.stringify(deltas)],
  )
}

/** The counts of a level as one JSON array, for a statement that wants them beside other things. */
export function keptCountsSql(tenantId: number, level: LevelId): string {
  return `(select json_agg(c) from (
      select level, archived, churned, stage_id as "stageId", pipeline_type as "pipelineType", status_id as "statusId", sum(n)::bigint as n
      from record_count where tenant_id = ${tenantId} and level = ${level}
      group by 1, 2, 3, 4, 5, 6 having sum(n) <> 0) c)`
}

/** The counts of a level, one for each combination that occurs. */
export async function readCounts(db: Db | Tx, tenantId: number, level: LevelId): Promise<Count[]> {
  const [row] = await query<{ counts: Count[] | null }>(
    db,
    `select ${keptCountsSql(tenantId, level)} as counts`,
  )
  return row?.counts ?? []
}
