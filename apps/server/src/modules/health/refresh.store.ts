import type { LevelId } from '@steward/contracts/level'
import { query, type Database, type Db, type Tx } from '../../platform/db/database.ts'

/** How far the scores of a level are. */
export interface Refresh {
  level: LevelId
  /** Null at first: then it is the version in effect. */
  versionId: number | null
  /** The day that all are scored for; of a refresh that has begun, the one on which its first records were. */
  day: string
  running: boolean
  revision: number
  cursor: number
  done: number
  total: number
  changeSetId: number | null
  /** Null as long as records are, or have to be, scored by another version for the first time. */
  finishedAt: Date | null
}

const columns = `level, version_id as "versionId", day, running, revision, cursor, done, total,
  change_set_id as "changeSetId", finished_at as "finishedAt"`

export async function listRefreshes(db: Db | Tx, tenantId: number): Promise<Refresh[]> {
  return query<Refresh>(
    db,
    `/*health.refreshes*/ select ${columns} from score_refresh where tenant_id = $1 order by level desc`,
    [tenantId],
  )
}

/** Begins with levels all of whose records, if any, are scored as they come. */
export async function seedRefreshes(tx: Tx, tenantId: number, day: string): Promise<void> {
  await query(
    tx,
    `insert into score_refresh (tenant_id, level, day) select $1, level, $2 from generate_series(1, 4) level
     on conflict do nothing`,
    [tenantId, day],
  )
}

/** Asks for all records of a level to be scored, by a version and from the first on. */
export async function restartRefresh(
  tx: Tx,
  tenantId: number,
  level: LevelId,
  versionId: number,
  day: string,
): Promise<void> {
  await query(
    tx,
    `insert into score_refresh (tenant_id, level, version_id, day, running) values ($1, $2, $3, $4::date - 1, true)
     on conflict (tenant_id, level) do update set version_id = $3, running = true,
       revision = score_refresh.revision + 1, cursor = 0, done = 0, total = 0, change_set_id = null,
       finished_at = case when score_refresh.version_id = $3 then score_refresh.finished_at end`,
    [tenantId, level, versionId, day],
  )
}

/** Notes how far a level has come; passed over where it was begun again meanwhile. */
export async function noteRefresh(tx: Tx, tenantId: number, row: Refresh): Promise<void> {
  await query(
    tx,
    `update score_refresh set version_id = $4, day = $5, running = $6, cursor = $7, done = $8, total = $9,
       change_set_id = $10, finished_at = $11
     where tenant_id = $1 and level = $2 and revision = $3`,
    [
      tenantId,
      row.level,
      row.revision,
      row.versionId,
      row.day,
      row.running,
      row.cursor,
      row.done,
      row.total,
      row.changeSetId,
      row.finishedAt,
    ],
  )
}

/** Overrides of a level that have ended before a day: all of their records have been scored without them. */
export async function dropEndedOverrides(
  tx: Tx,
  tenantId: number,
  level: LevelId,
  day: string,
): Promise<void> {
  await query(
    tx,
    `delete from score_override v using record r
     where v.tenant_id = $1 and v.ends_on < $3 and r.tenant_id = v.tenant_id and r.record_id = v.record_id
       and r.level = $2`,
    [tenantId, level, day],
  )
}

/** Every tenant, for what is done for all of them. */
export async function listTenants(pool: Database['anonymous']): Promise<number[]> {
  const { rows } = await pool.query<{ tenant_id: number }>(
    'select tenant_id from list_tenants() order by tenant_id',
  )
  return rows.map((row) => row.tenant_id)
}

/** Asks for the work of the night soon, once for all processes; a start has other things to do first. */
export async function askForNight(pool: Database['owner'], task: string): Promise<void> {
  await pool.query(`select add_job($1, '{}'::json, $1, null, now() + interval '3 seconds')`, [task])
}
