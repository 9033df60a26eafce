import type { HealthModel } from '@steward/contracts/health'
import type { LevelId } from '@steward/contracts/level'
import { query, type Db, type Tx } from '../../platform/db/database.ts'
import type { ModelVersion } from './model.port.ts'

/** The draft of a level beside what is in effect. */
export interface ModelRow {
  level: LevelId
  draft: HealthModel
  revision: number
  changedBy: number | null
  changedAt: string | null
  versionId: number
  /** Whether the draft differs from the version in effect. */
  changed: boolean
}

export interface VersionRow extends ModelVersion {
  rolledBackTo: number | null
}

const iso = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const modelColumns = `m.level, m.draft, m.revision, m.changed_by "changedBy", ${iso('m.changed_at')} "changedAt",
  m.version_id "versionId", m.draft is distinct from v.model changed`

const versionColumns = `v.version_id "versionId", v.level, v.number, ${iso('v.published_at')} "publishedAt", v.note,
  v.author_id "authorId", v.rolled_back_to "rolledBackTo"`

const modelTables = `health_model m
  join health_version v on v.tenant_id = m.tenant_id and v.level = m.level and v.version_id = m.version_id`

/** The models of all levels, by level. */
export function listModels(db: Db | Tx, tenantId: number): Promise<ModelRow[]> {
  return query(
    db,
    `/*health_model.list*/ select ${modelColumns} from ${modelTables} where m.tenant_id = $1 order by m.level`,
    [tenantId],
  )
}

async function readModel(
  db: Db | Tx,
  tenantId: number,
  level: LevelId,
  name: string,
  lock: string,
): Promise<ModelRow> {
  const rows = await query<ModelRow>(
    db,
    `/*${name}*/ select ${modelColumns} from ${modelTables} where m.tenant_id = $1 and m.level = $2 ${lock}`,
    [tenantId, level],
  )
  if (!rows[0]) throw new Error(`Tenant ${tenantId} has no health model of level ${level}`)
  return rows[0]
}

export const findModel = (db: Db | Tx, tenantId: number, level: LevelId): Promise<ModelRow> =>
  readModel(db, tenantId, level, 'health_model.find', '')

/** Reads a model and keeps it as it is until the transaction ends. */
export const lockModel = async (tx: Tx, tenantId: number, level: LevelId): Promise<ModelRow> => {
  await query(
    tx,
    '/*health_model.lock*/ select 1 from health_model where tenant_id = $1 and level = $2 for update',
    [tenantId, level],
  )
  return readModel(tx, tenantId, level, 'health_model.locked', '')
}

/** The level whose draft or version in effect has a measure; undefined when none has. */
export async function findLevelOfMeasure(
  db: Db | Tx,
  tenantId: number,
  scoreId: number,
): Promise<LevelId | undefined> {
  const rows = await query<{ level: LevelId }>(
    db,
    `/*health_model.find_measure*/
    select m.level from ${modelTables}
    where m.tenant_id = $1 and (m.draft @> $2::jsonb or v.model @> $2::jsonb)`,
    [tenantId, JSON.stringify({ measures: [{ scoreId }] })],
  )
  return rows[0]?.level
}

/** Ids that measures of a level have or had. */
export async function listScoreIds(tx: Tx, tenantId: number, level: LevelId): Promise<Set<number>> {
  const rows = await query<{ id: number }>(
    tx,
    `/*health_model.score_ids*/
    select distinct (x->>'scoreId')::int id from (
      select draft model from health_model where tenant_id = $1 and level = $2
      union all select model from health_version where tenant_id = $1 and level = $2
    ) all_models, jsonb_array_elements(model->'measures') x`,
    [tenantId, level],
  )
  return new Set(rows.map(({ id }) => id))
}

/** Ids for new measures. */
export async function takeScoreIds(tx: Tx, count: number): Promise<number[]> {
  const rows = await query<{ id: number }>(
    tx,
    `/*health_model.take_ids*/ select nextval('health_score_id') id from generate_series(1, $1)`,
    [count],
  )
  return rows.map(({ id }) => Number(id))
}

interface DraftChange {
  draft: HealthModel
  by: number
  at: Date
}

/** Writes a draft; its revision grows. */
export async function writeDraft(
  tx: Tx,
  tenantId: number,
  level: LevelId,
  { draft, by, at }: DraftChange,
): Promise<void> {
  await query(
    tx,
    `/*health_model.write*/
    update health_model set draft = $3, revision = revision + 1, changed_by = $4, changed_at = $5
    where tenant_id = $1 and level = $2`,
    [tenantId, level, JSON.stringify(draft), by, at],
  )
}

export interface NewVersion {
  model: HealthModel
  authorId: number | null
  note: string
  at: Date
  rolledBackTo: number | null
}

/** Adds a version after the last one of its level. */
export async function insertVersion(
  tx: Tx,
  tenantId: number,
  level: LevelId,
  { model, authorId, note, at, rolledBackTo }: NewVersion,
): Promise<{ versionId: number; number: number }> {
  const rows = await query<{ versionId: number; number: number }>(
    tx,
    `/*health_version.insert*/
    insert into health_version (tenant_id, level, number, model, author_id, note, published_at, rolled_back_to)
    select $1, $2::smallint, coalesce(max(number), 0) + 1, $3::jsonb, $4::int, $5, $6::timestamptz, $7::int
    from health_version where tenant_id = $1 and level = $2
    returning version_id "versionId", number`,
    [tenantId, level, JSON.stringify(model), authorId, note, at, rolledBackTo],
  )
  return rows[0] as { versionId: number; number: number }
}

/** Makes a version the one in effect, and what was changed last. */
export async function useVersion(
  tx: Tx,
  tenantId: number,
  level: LevelId,
  versionId: number,
  { draft, by, at }: DraftChange,
): Promise<void> {
  await query(
    tx,
    `/*health_model.use*/
    update health_model set version_id = $3, draft = $4, revision = revision + 1, changed_by = $5, changed_at = $6
    where tenant_id = $1 and level = $2`,
    [tenantId, level, versionId, JSON.stringify(draft), by, at],
  )
}

/** Gives a new tenant what it begins with. */
export async function insertModel(
  tx: Tx,
  tenantId: number,
  level: LevelId,
  model: HealthModel,
  versionId: number,
): Promise<void> {
  await query(
    tx,
    `/*health_model.insert*/
    insert into health_model (tenant_id, level, draft, revision, version_id) values ($1, $2, $3, 1, $4)`,
    [tenantId, level, JSON.stringify(model), versionId],
  )
}

/** The versions in effect, by level. */
export function listPublished(db: Db, tenantId: number): Promise<VersionRow[]> {
  return query(
    db,
    `/*health_version.published*/
    select ${versionColumns}, v.model from ${modelTables} where m.tenant_id = $1 order by m.level`,
    [tenantId],
  )
}

export type BriefVersion = Omit<VersionRow, 'model'>

/** List the versions of a level, latest first, without what they say. */
export function listVersions(db: Db | Tx, tenantId: number, level: LevelId): Promise<BriefVersion[]> {
  return query(
    db,
    `/*health_version.list*/
    select ${versionColumns} from health_version v where v.tenant_id = $1 and v.level = $2
    order by v.number desc`,
    [tenantId, level],
  )
}

export async function findVersion(
  db: Db | Tx,
  tenantId: number,
  versionId: number,
): Promise<VersionRow | undefined> {
  const rows = await query<VersionRow>(
    db,
    `/*health_version.find*/
    select ${versionColumns}, v.model from health_version v where v.tenant_id = $1 and v.version_id = $2`,
    [tenantId, versionId],
  )
  return rows[0]
}
