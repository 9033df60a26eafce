import type { LevelId } from '@steward/contracts/level'
import { scenarioStatusId, type ScenarioStatus } from '@steward/contracts/plain/scenario'
import type { SaveScenario } from '@steward/contracts/scenario/scenario'
import { query, type Db, type Tx } from '../../platform/db/database.ts'

/** What a version says. */
export type Definition = Pick<SaveScenario, 'formData' | 'nodes'>

export interface StoredScenario {
  scenarioId: number
  name: string
  level: LevelId
  /** Its place among the statuses, from 1. */
  status: number
  version: number
  activations: number
  activatedAt: Date | null
  pausedBecause: string | null
  createdBy: number | null
  createdAt: Date
  updatedAt: Date
}

export interface ScenarioAtVersion extends StoredScenario {
  definition: Definition
  /** The ids of all nodes that the scenario ever had, by key. */
  nodeIds: Record<string, number>
}

export interface AwaitingVersion extends ScenarioAtVersion {
  /** The version of the definition, which may be an earlier one. */
  ofVersion: number
}

const columns = `s.scenario_id "scenarioId", s.name, s.level, s.status, s.version, s.activations,
  s.activated_at "activatedAt", s.paused_because "pausedBecause", s.created_by "createdBy",
  s.created_at "createdAt", s.updated_at "updatedAt"`

const wholeColumns = `${columns}, v.definition,
  (select jsonb_object_agg(n.key, n.node_id) from scenario_node n
   where n.tenant_id = s.tenant_id and n.scenario_id = s.scenario_id) "nodeIds"`

export interface ScenarioFilter {
  level?: number | undefined
  status?: number | undefined
  name?: string | undefined
}

/** Scenarios by status and name, and how many there are in all. */
export async function listScenarios(
  db: Db,
  tenantId: number,
  { level, status, name }: ScenarioFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: ScenarioAtVersion[]; total: number }> {
  const where = `s.tenant_id = $1 and ($2::smallint is null or s.level = $2)
    and ($3::smallint is null or s.status = $3) and ($4::text is null or position(lower($4) in lower(s.name)) > 0)`
  const values = [tenantId, level ?? null, status ?? null, name || null]
  const rows = await query<ScenarioAtVersion>(
    db,
    `/*scenario.list*/ select ${wholeColumns} from scenario s
    join scenario_version v on v.tenant_id = s.tenant_id and v.scenario_id = s.scenario_id and v.version = s.version
    where ${where} order by array_position(array[1, 5, 2, 3, 4]::smallint[], s.status), lower(s.name), s.scenario_id
    limit $5 offset $6`,
    [...values, limit, offset],
  )
  const [counted] = await query<{ total: number }>(
    db,
    `/*scenario.count*/ select count(*) as total from scenario s where ${where}`,
    values,
  )
  return { rows, total: counted?.total ?? 0 }
}

/** A scenario at a version, the latest one unless told; undefined where there is none. */
export async function findScenario(
  db: Db | Tx,
  tenantId: number,
  scenarioId: number,
  version?: number,
): Promise<ScenarioAtVersion | undefined> {
  const rows = await query<ScenarioAtVersion>(
    db,
    `/*scenario.find*/ select ${wholeColumns} from scenario s
    join scenario_version v on v.tenant_id = s.tenant_id and v.scenario_id = s.scenario_id
      and v.version = coalesce($3::int, s.version)
    where s.tenant_id = $1 and s.scenario_id = $2`,
    [tenantId, scenarioId, version ?? null],
  )
  return rows[0]
}

/** The active scenarios with what their latest versions say. */
export function listActive(db: Db | Tx, tenantId: number): Promise<ScenarioAtVersion[]> {
  return query<ScenarioAtVersion>(
    db,
    `/*scenario.active*/ select ${wholeColumns} from scenario s
    join scenario_version v on v.tenant_id = s.tenant_id and v.scenario_id = s.scenario_id and v.version = s.version
    where s.tenant_id = $1 and s.status = 1 order by s.scenario_id`,
    [tenantId],
  )
}

export type VersionKey = Pick<StoredScenario, 'scenarioId' | 'version'>

/** The earlier versions of all scenarios but archived ones. */
export function listEarlier(db: Db, tenantId: number): Promise<VersionKey[]> {
  return query<VersionKey>(
    db,
    `/*scenario.earlier*/ select v.scenario_id "scenarioId", v.version from scenario s
    join scenario_version v on v.tenant_id = s.tenant_id and v.scenario_id = s.scenario_id and v.version < s.version
    where s.tenant_id = $1 and s.status <> 4`,
    [tenantId],
  )
}

type NamedDefinition = Pick<ScenarioAtVersion, 'name' | 'level' | 'definition' | 'version'> & {
  isLatest: boolean
}

/** Definitions of the latest versions of all scenarios but archived ones, and of some earlier versions. */
export function listDefinitions(
  db: Db,
  tenantId: number,
  earlier: readonly VersionKey[],
): Promise<NamedDefinition[]> {
  return query<NamedDefinition>(
    db,
    `/*scenario.definitions*/ select s.name, s.level, v.definition, v.version, v.version = s.version "isLatest"
    from scenario s join scenario_version v on v.tenant_id = s.tenant_id and v.scenario_id = s.scenario_id
    where s.tenant_id = $1 and s.status <> 4 and (v.version = s.version
      or (v.scenario_id, v.version) in (select * from unnest($2::integer[], $3::integer[])))
    order by lower(s.name), s.scenario_id, v.version desc`,
    [tenantId, earlier.map(({ scenarioId }) => scenarioId), earlier.map(({ version }) => version)],
  )
}

/**
 * The versions with a node that waits for an event, of all scenarios but archived ones: records stay on theirs, also while
 * a scenario is stopped.
 */
export function listAwaiting(db: Db | Tx, tenantId: number): Promise<AwaitingVersion[]> {
  return query<AwaitingVersion>(
    db,
    `/*scenario.awaiting*/ select ${wholeColumns}, v.version "ofVersion" from scenario s
    join scenario_version v on v.tenant_id = s.tenant_id and v.scenario_id = s.scenario_id
    where s.tenant_id = $1 and s.status <> 4 and v.definition @? '$.nodes[*].settings.event'
    order by s.scenario_id, v.version`,
    [tenantId],
  )
}

/** The classes of the advisory locks of a company and of a scenario: work shares them, a stop has them alone. */
const lockClasses = { company: 7401, scenario: 7402 }

/** Waits for all work on the scenarios of a company, and holds off more until the transaction ends. */
export async function lockCompany(tx: Tx, tenantId: number): Promise<void> {
  await query(tx, '/*scenario.lock_company*/ select pg_advisory_xact_lock($1, $2)', [
    lockClasses.company,
    tenantId,
  ])
}

/**
 * Waits for all work on a scenario, and locks it until the transaction ends; undefined where there is none. A wait
 * for an advisory lock has its turn before work that begins later, which would not wait for a lock of the row.
 */
export async function lockScenario(
  tx: Tx,
  tenantId: number,
  scenarioId: number,
): Promise<StoredScenario | undefined> {
  await query(tx, '/*scenario.lock_work*/ select pg_advisory_xact_lock($1, $2)', [
    lockClasses.scenario,
    scenarioId,
  ])
  const rows = await query<StoredScenario>(
    tx,
    `/*scenario.lock*/ select ${columns} from scenario s where s.tenant_id = $1 and s.scenario_id = $2 for update`,
    [tenantId, scenarioId],
  )
  return rows[0]
}

/**
 * Whether a scenario may act, until the transaction ends: who stops it, or all of the company, waits for this. With the
 * time of the database. Undefined for one that is gone.
 */
export async function shareScenario(
  tx: Tx,
  tenantId: number,
  scenarioId: number,
): Promise<{ mayAct: boolean; now: Date } | undefined> {
  // First, so that what follows sees what a stop wrote that this waited for.
  await query(
    tx,
    `/*scenario.share_work*/ select pg_advisory_xact_lock_shared($1, $2), pg_advisory_xact_lock_shared($3, $4)`,
    [lockClasses.company, tenantId, lockClasses.scenario, scenarioId],
  )
  const rows = await query<{ mayAct: boolean; now: Date }>(
    tx,
    `/*scenario.share*/ select s.status = 1 and not exists (
       select from scenario_setting t where t.tenant_id = $1 and t.stopped) as "mayAct", now() as now
     from scenario s where s.tenant_id = $1 and s.scenario_id = $2`,
    [tenantId, scenarioId],
  )
  return rows[0]
}

/** Returns the new scenario's id. */
export async function insertScenario(
  tx: Tx,
  tenantId: number,
  { formData: { name, level } }: Definition,
  by: number | null,
  at: Date,
): Promise<number> {
  const rows = await query<{ scenarioId: number }>(
    tx,
    `/*scenario.insert*/
    insert into scenario (tenant_id, name, level, status, version, created_by, created_at, updated_at)
    values ($1, $2, $3, $4, 1, $5, $6, $6) returning scenario_id "scenarioId"`,
    [tenantId, name, level, scenarioStatusId('draft'), by, at],
  )
  return rows[0]?.scenarioId as number
}

export async function insertVersion(
  tx: Tx,
  tenantId: number,
  scenarioId: number,
  version: number,
  definition: Definition,
): Promise<void> {
  await query(
    tx,
    `/*scenario.version*/
    insert into scenario_version (tenant_id, scenario_id, version, definition) values ($1, $2, $3, $4)`,
    [tenantId, scenarioId, version, JSON.stringify(definition)],
  )
  await query(
    tx,
    `/*scenario.nodes*/
    insert into scenario_node (tenant_id, scenario_id, key) select $1, $2, k from unnest($3::text[]) k
    on conflict (tenant_id, scenario_id, key) do nothing`,
    [tenantId, scenarioId, definition.nodes.map(({ key }) => key)],
  )
}

export async function updateVersion(
  tx: Tx,
  tenantId: number,
  scenarioId: number,
  { name, version }: Pick<StoredScenario, 'name' | 'version'>,
  at: Date,
): Promise<void> {
  await query(
    tx,
    `/*scenario.update*/ update scenario set name = $3, version = $4, updated_at = $5
    where tenant_id = $1 and scenario_id = $2`,
    [tenantId, scenarioId, name, version, at],
  )
}

/**
 * Sets the status; one that becomes active is activated once more. When that was is said by the clock of the database,
 * as with the events that are compared with it.
 */
export async function updateStatus(
  tx: Tx,
  tenantId: number,
  scenarioId: number,
  status: ScenarioStatus,
  { at, because = null }: { at: Date; because?: string | null },
): Promise<void> {
  await query(
    tx,
    `/*scenario.status*/ update scenario set status = $3::smallint, paused_because = $4, updated_at = $5,
       activations = activations + case when $3::smallint = 1 then 1 else 0 end,
       activated_at = case when $3::smallint = 1 then now() else activated_at end
     where tenant_id = $1 and scenario_id = $2`,
    [tenantId, scenarioId, scenarioStatusId(status), because, at],
  )
}

export async function deleteScenario(tx: Tx, tenantId: number, scenarioId: number): Promise<void> {
  await query(tx, '/*scenario.delete*/ delete from scenario where tenant_id = $1 and scenario_id = $2', [
    tenantId,
    scenarioId,
  ])
}
