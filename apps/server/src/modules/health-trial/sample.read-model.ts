import type { LevelId } from '@steward/contracts/level'
import { query, type Db, type Tx } from '../../platform/db/database.ts'
import type { RecordScope } from '../health/index.ts'

/** A record as lists show it. */
export interface Present {
  recordId: number
  name: string
  stageId: number | null
  /** In hundredths. */
  score: number | null
}

const columns = `r.record_id as "recordId", r.name, r.stage_id as "stageId", round(r.health * 100)::int as score`

/** Records of a level with the scores that they have. */
export async function readPresent(
  db: Db | Tx,
  tenantId: number,
  level: LevelId,
  scope: RecordScope,
): Promise<Present[]> {
  const [within, values] =
    'ids' in scope
      ? ['r.record_id = any($2::bigint[])', [scope.ids]]
      : ['r.record_id > $2 and r.record_id <= $3', [scope.after, scope.upTo]]
  return query<Present>(
    db,
    `select ${columns} from record r where r.tenant_id = $1 and r.level = ${level} and ${within} order by r.record_id`,
    [tenantId, ...values],
  )
}

/**
 * Ids of some customers of a level, spread over all of them, the same ones each time. Where ids lie close
 * together in few places they may be fewer than asked for.
 */
export async function pickSample(db: Db, tenantId: number, level: LevelId, size: number): Promise<number[]> {
  const there = `r.tenant_id = $1 and r.level = ${level} and not r.archived and not r.churned`
  const rows = await query<{ id: number }>(
    db,
    `/*health.sample*/ with ends as (
       select min(r.record_id) as first, max(r.record_id) as last from record r where r.tenant_id = $1 and r.level = ${level}
     ), spread as (
       select distinct p.record_id from ends, generate_series(0, $2 - 1) n cross join lateral (
         select r.record_id from record r
         where ${there} and r.record_id >= ends.first + (ends.last - ends.first) * n / $2
         order by r.record_id limit 1) p
     ), first as (select r.record_id from record r where ${there} order by r.record_id limit $2)
     select record_id as id from (
       select record_id, 0 as nth from spread union all
       select record_id, 1 from first where record_id not in (select record_id from spread)
       order by nth, record_id limit $2) x
     order by record_id`,
    [tenantId, size],
  )
  return rows.map(({ id }) => id)
}
