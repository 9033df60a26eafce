import type { Reentry } from '@steward/contracts/scenario/scenario'
import { query, type Db, type Tx } from '../../platform/db/database.ts'
import type { VersionKey } from '../scenario-management/index.ts'
import type { RunPlace } from './run.store.ts'

type Param = (value: unknown) => string

/** Into which version records enter, and where they go first. */
export interface EntryPlace extends Pick<RunPlace, 'tenantId' | 'scenarioId' | 'version'> {
  level: number
  triggerId: number
  firstId: number
  reentry: Reentry
}

/** The class of the advisory locks under which records enter a scenario. */
const lockClass = 1_986_031_620

/** Lets records enter a scenario one after the other, so that each entry sees those before it. */
async function lockEntries(tx: Tx, scenarioId: number): Promise<void> {
  await query(tx, '/*scenario_run.lock_entries*/ select pg_advisory_xact_lock($1, $2)', [
    lockClass,
    scenarioId,
  ])
}

/** Condition on the record `c`: it may enter once more. */
function mayEnterSql({ rule, times = 1, days = 1, whileRunning }: Reentry, at: string): string {
  const before = `from scenario_run b where b.tenant_id = $1 and b.scenario_id = $2 and b.record_id = c.record_id`
  const conditions = [
    ...(whileRunning ? [] : [`not exists (select ${before} and b.state < 4)`]),
    ...(rule === 'once' ? [`not exists (select ${before})`] : []),
    ...(rule === 'limited'
      ? [`(select count(*) ${before} and b.entered_at > ${at} - ${days} * interval '1 day') < ${times}`]
      : []),
  ]
  return conditions.length === 0 ? 'true' : conditions.join(' and ')
}

export interface Entered {
  /** Records that went to the first node. */
  entered: number
  /** Records that an automation led back to a scenario that it came from. */
  looped: number
}

/**
 * Lets records enter: those of `source` (record_id bigint, entry_key text, causes jsonb, loops boolean), each at most
 * once, that are of the level, not archived, and may enter by the rule. One that loops ends where it enters, so that
 * it can be seen.
 */
export async function enterRuns(
  tx: Tx,
  { tenantId, scenarioId, version, level, triggerId, firstId, reentry }: EntryPlace,
  source: (param: Param) => string,
  at: Date,
): Promise<Entered> {
  await lockEntries(tx, scenarioId)
  const values: unknown[] = [
    tenantId,
    scenarioId,
    version,
    triggerId,
    firstId,
    level,
    !reentry.whileRunning,
    at,
  ]
  const text = source((value) => `$${values.push(value)}`)
  const [row] = await query<Entered>(
    tx,
    `with asked as (select * from (${text}) t), chosen as (
      select distinct on (a.record_id) a.record_id, a.entry_key, a.causes, a.loops from asked a order by a.record_id
    ), entered as (
      insert into scenario_run (tenant_id, scenario_id, version, record_id, node_id, node_run_id, state, outcome,
        entry_key, exclusive, causes, entered_at, arrived_at, ended_at, placed_after)
      select $1, $2, $3, c.record_id, case when c.loops then $4::integer else $5::integer end,
        nextval('scenario_node_run_node_run_id_seq'), case when c.loops then 4 else 1 end,
        case when c.loops then 'loop' end, c.entry_key, $7::boolean and not c.loops, c.causes, $8::timestamptz, $8,
        case when c.loops then $8 end, (select pg_sequence_last_value('event_event_id_seq'))
      from chosen c join record r on r.tenant_id = $1 and r.record_id = c.record_id
      where r.level = $6::smallint and not r.archived and (c.loops or ${mayEnterSql(reentry, '$8')})
      on conflict do nothing
      returning run_id, record_id, state
    ), noted as (
      insert into scenario_node_run (tenant_id, run_id, node_id, record_id, status, reason, at)
      select $1, e.run_id, $4, e.record_id, case when e.state = 4 then 6 else 2 end,
        case when e.state = 4 then 'A change that this scenario led to would have started it again.' end, $8
      from entered e
    )
    select count(*) filter (where state = 1) as entered, count(*) filter (where state = 4) as looped from entered`,
    values,
  )
  return row as Entered
}

/** What happened to a record. */
export interface Happened {
  recordId: number
  key: string
  eventId: number
  at: Date
}

/**
 * Ends waits of records for an event that happened to them while they were at a node of some versions, unless their time
 * is over. Events are compared by their order, and by their time only with runs that have been there since an earlier
 * release. The event that let a record enter is none that it waits for. Gives the versions of those that go on.
 */
export async function hearAt(
  tx: Tx,
  { tenantId, nodeId, versions }: { tenantId: number; nodeId: number; versions: readonly number[] },
  happened: readonly Happened[],
  now: Date,
): Promise<number[]> {
  const ids = happened.map(({ recordId }) => recordId)
  const keys = happened.map(({ key }) => key)
  const times = happened.map(({ at }) => at)
  const eventIds = happened.map(({ eventId }) => eventId)
  const rows = await query<{ version: number }>(
    tx,
    `/*scenario_run.hear*/
    with heard as (
      update scenario_run r set state = 1, heard = true
      where r.tenant_id = $1 and r.record_id = any($4::bigint[]) and r.node_id = $2 and r.version = any($3::integer[])
        and r.state < 3 and not r.heard and (r.wake_at is null or r.wake_at > $7) and exists (
          select from unnest($4::bigint[], $5::text[], $6::timestamptz[], $8::bigint[]) as e(record_id, key, at, event_id)
          where e.record_id = r.record_id and e.key <> r.entry_key
            and coalesce(e.event_id > r.placed_after, e.at > r.placed_at))
      returning r.version
    )
    select distinct version from heard`,
    [tenantId, nodeId, versions, ids, keys, times, now, eventIds],
  )
  return rows.map(({ version }) => version)
}

/** Those of some records that were in a scenario before. */
export async function findKnown(
  tx: Tx,
  tenantId: number,
  scenarioId: number,
  recordIds: readonly number[],
): Promise<Set<number>> {
  const rows = await query<{ recordId: number }>(
    tx,
    `/*scenario_run.known*/ select a.record_id as "recordId" from unnest($3::bigint[]) as a(record_id)
     where exists (select from scenario_run b
       where b.tenant_id = $1 and b.scenario_id = $2 and b.record_id = a.record_id)`,
    [tenantId, scenarioId, recordIds],
  )
  return new Set(rows.map(({ recordId }) => recordId))
}

/** Records at a node of an earlier version than one. */
export interface OpenInEarlier {
  version: number
  nodeKey: string
  records: number
}

/** Where the records of a scenario are that entered it with earlier versions, by version and node. */
export function listOpenInEarlier(
  db: Db | Tx,
  { tenantId, scenarioId, version }: Pick<RunPlace, 'tenantId' | 'scenarioId' | 'version'>,
): Promise<OpenInEarlier[]> {
  return query<OpenInEarlier>(
    db,
    `/*scenario_run.in_earlier*/ select r.version, n.key as "nodeKey", count(*) as records
     from scenario_node n join scenario_run r on r.tenant_id = n.tenant_id and r.node_id = n.node_id
     where n.tenant_id = $1 and n.scenario_id = $2 and r.state < 4 and r.version < $3
     group by r.version, n.node_id, n.key order by r.version, n.node_id`,
    [tenantId, scenarioId, version],
  )
}

/** Those of some versions that records are still in. */
export function findOpen(db: Db, tenantId: number, versions: readonly VersionKey[]): Promise<VersionKey[]> {
  return query<VersionKey>(
    db,
    `/*scenario_run.open_versions*/ select v.scenario_id "scenarioId", v.version
     from unnest($2::integer[], $3::integer[]) v(scenario_id, version)
     where exists (select from scenario_run r where r.tenant_id = $1 and r.scenario_id = v.scenario_id
       and r.version = v.version and r.state < 4)`,
    [tenantId, versions.map(({ scenarioId }) => scenarioId), versions.map(({ version }) => version)],
  )
}

/** From which version to which records move, and the nodes that are in both. */
export interface VersionMove {
  tenantId: number
  scenarioId: number
  from: number
  to: number
  nodeIds: readonly number[]
  /** Of waits, which are decided again: they may be set to another time. */
  waitIds: readonly number[]
}

/** Moves runs to another version, at most `limit`. Answers how many there were, and the nodes at which some are ready. */
export async function changeVersion(
  tx: Tx,
  { tenantId, scenarioId, from, to, nodeIds, waitIds }: VersionMove,
  limit: number,
): Promise<{ moved: number; readyAt: number[] }> {
  const rows = await query<{ nodeId: number; moved: number; isReady: boolean }>(
    tx,
    `/*scenario_run.change_version*/
    with chosen as (
      select run_id from scenario_run
      where tenant_id = $1 and scenario_id = $2 and version = $3 and state < 4 and node_id = any($4::integer[])
      order by run_id limit ${limit} for update
    ), moved as (
      update scenario_run r set version = $5,
        state = case when r.state = 2 and r.node_id = any($6::integer[]) then 1 else r.state end,
        wake_at = case when r.node_id = any($6::integer[]) then null else r.wake_at end
      from chosen c where r.tenant_id = $1 and r.run_id = c.run_id
      returning r.node_id, r.state
    )
    select node_id as "nodeId", count(*) as moved, bool_or(state = 1) as "isReady" from moved group by node_id`,
    [tenantId, scenarioId, from, nodeIds, to, waitIds],
  )
  return {
    moved: rows.reduce((sum, { moved }) => sum + moved, 0),
    readyAt: rows.filter(({ isReady }) => isReady).map(({ nodeId }) => nodeId),
  }
}
