import { query, type Db, type Tx } from '../../platform/db/database.ts'
import type { DayCount, StoredAction } from './rehearsal.rules.ts'

export interface StoredRehearsal {
  rehearsalId: number
  scenarioId: number
  version: number
  state: 'running' | 'done' | 'failed'
  days: number
  from: Date
  until: Date
  cursor: number
  done: number
  total: number
  entered: number
  actions: number
  startedBy: number | null
  startedAt: Date
}

const columns = `rehearsal_id as "rehearsalId", scenario_id as "scenarioId", version, state, days, from_at as "from",
  until_at as "until", cursor, done, total, entered, actions, started_by as "startedBy", started_at as "startedAt"`

export type NewRehearsal = Pick<
  StoredRehearsal,
  'scenarioId' | 'version' | 'days' | 'from' | 'until' | 'total' | 'startedBy'
>

/** Puts a rehearsal in the place of the one that its scenario had; those that start at once do so in turn. */
export async function replaceRehearsal(
  tx: Tx,
  tenantId: number,
  { scenarioId, version, days, from, until, total, startedBy }: NewRehearsal,
): Promise<number> {
  await query(
    tx,
    `/*scenario_rehearsal.lock_all*/ select pg_advisory_xact_lock(hashtext('scenario_rehearsal'), $1::int)`,
    [scenarioId],
  )
  await query(
    tx,
    '/*scenario_rehearsal.remove*/ delete from scenario_rehearsal where tenant_id = $1 and scenario_id = $2',
    [tenantId, scenarioId],
  )
  const [row] = await query<{ rehearsalId: number }>(
    tx,
    `/*scenario_rehearsal.add*/ insert into scenario_rehearsal
       (tenant_id, scenario_id, version, state, days, from_at, until_at, total, started_by, started_at)
     values ($1, $2, $3, 'running', $4, $5, $6, $7, $8, $6) returning rehearsal_id as "rehearsalId"`,
    [tenantId, scenarioId, version, days, from, until, total, startedBy],
  )
  return row?.rehearsalId as number
}

export async function findRehearsalOf(
  db: Db | Tx,
  tenantId: number,
  scenarioId: number,
): Promise<StoredRehearsal | undefined> {
  const [row] = await query<StoredRehearsal>(
    db,
    `/*scenario_rehearsal.of*/ select ${columns} from scenario_rehearsal where tenant_id = $1 and scenario_id = $2`,
    [tenantId, scenarioId],
  )
  return row
}

/** A rehearsal that runs; no one else works on it until the transaction ends. */
export async function lockRunning(
  tx: Tx,
  tenantId: number,
  rehearsalId: number,
): Promise<StoredRehearsal | undefined> {
  const [row] = await query<StoredRehearsal>(
    tx,
    `/*scenario_rehearsal.lock*/ select ${columns} from scenario_rehearsal
     where tenant_id = $1 and rehearsal_id = $2 and state = 'running' for update`,
    [tenantId, rehearsalId],
  )
  return row
}

export async function noteProgress(
  tx: Tx,
  tenantId: number,
  rehearsal: Pick<StoredRehearsal, 'rehearsalId' | 'state' | 'cursor' | 'done' | 'entered' | 'actions'>,
): Promise<void> {
  const { rehearsalId, state, cursor, done, entered, actions } = rehearsal
  await query(
    tx,
    `/*scenario_rehearsal.note*/ update scenario_rehearsal
     set state = $3, cursor = $4, done = $5, entered = $6, actions = $7 where tenant_id = $1 and rehearsal_id = $2`,
    [tenantId, rehearsalId, state, cursor, done, entered, actions],
  )
}

export async function failRehearsal(db: Db, tenantId: number, rehearsalId: number): Promise<void> {
  await query(
    db,
    `/*scenario_rehearsal.fail*/ update scenario_rehearsal set state = 'failed'
     where tenant_id = $1 and rehearsal_id = $2 and state = 'running'`,
    [tenantId, rehearsalId],
  )
}

export async function addCounts(
  tx: Tx,
  tenantId: number,
  rehearsalId: number,
  counts: readonly DayCount[],
): Promise<void> {
  if (counts.length === 0) return
  await query(
    tx,
    `/*scenario_rehearsal.count*/ insert into scenario_rehearsal_count as k
       (tenant_id, rehearsal_id, day, node_key, status, n)
     select $1, $2, c.* from unnest($3::date[], $4::text[], $5::smallint[], $6::bigint[]) c
     on conflict (tenant_id, rehearsal_id, day, node_key, status) do update set n = k.n + excluded.n`,
    [
      tenantId,
      rehearsalId,
      counts.map(({ day }) => day),
      counts.map(({ nodeKey }) => nodeKey),
      counts.map(({ status }) => status),
      counts.map(({ count }) => count),
    ],
  )
}

export function listCounts(db: Db, tenantId: number, rehearsalId: number): Promise<DayCount[]> {
  return query<DayCount>(
    db,
    `/*scenario_rehearsal.counts*/ select day::text as day, node_key as "nodeKey", status, n as count
     from scenario_rehearsal_count where tenant_id = $1 and rehearsal_id = $2 order by day, node_key, status`,
    [tenantId, rehearsalId],
  )
}

export async function addActions(
  tx: Tx,
  tenantId: number,
  rehearsalId: number,
  actions: readonly StoredAction[],
): Promise<void> {
  if (actions.length === 0) return
  await query(
    tx,
    `/*scenario_rehearsal.act*/ insert into scenario_rehearsal_action
       (tenant_id, rehearsal_id, record_id, at, day, node_key, status, effect, reason)
     select $1, $2, a.record_id, to_timestamp(a.at), a.day, a.node_key, a.status, a.effect, a.reason
     from unnest($3::bigint[], $4::float8[], $5::date[], $6::text[], $7::smallint[], $8::text[], $9::text[])
       as a(record_id, at, day, node_key, status, effect, reason)`,
    [
      tenantId,
      rehearsalId,
      actions.map(({ recordId }) => recordId),
      // As a number: the driver writes instants in words, at length.
      actions.map(({ at }) => at.getTime() / 1000),
      actions.map(({ day }) => day),
      actions.map(({ nodeKey }) => nodeKey),
      actions.map(({ status }) => status),
      actions.map(({ effect }) => effect),
      actions.map(({ reason }) => reason),
    ],
  )
}

export interface ActionFilter {
  day: string | null
  nodeKey: string | null
  after: number
  limit: number
}

/** Actions of a rehearsal in their order, of records that are still there. */
export function listActions(
  db: Db,
  tenantId: number,
  rehearsalId: number,
  { day, nodeKey, after, limit }: ActionFilter,
): Promise<(StoredAction & { actionId: number; name: string })[]> {
  return query(
    db,
    `/*scenario_rehearsal.actions*/ select a.action_id as "actionId", a.record_id as "recordId", r.name, a.at,
       a.day::text as day, a.node_key as "nodeKey", a.status, a.effect, a.reason
     from scenario_rehearsal_action a
     join record_fenced r on r.tenant_id = a.tenant_id and r.record_id = a.record_id
     where a.tenant_id = $1 and a.rehearsal_id = $2 and a.action_id > $3
       and ($4::date is null or a.day = $4) and ($5::text is null or a.node_key = $5)
     order by a.action_id limit $6`,
    [tenantId, rehearsalId, after, day, nodeKey, limit],
  )
}
