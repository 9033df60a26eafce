import { approvalStateId } from '@steward/contracts/plain/scenario'
import type { LevelId } from '@steward/contracts/level'
import { query, type Db, type Tx } from '../../platform/db/database.ts'

export interface NewApproval {
  runId: number
  arrivedAt: Date
  recordId: number
  approverId: number
  question: string
  expiresAt: Date
}

export interface AskedVisit {
  approvalId: number
  runId: number
  arrivedAt: Date
  /** As the place of a state, from 1. */
  state: number
  expiresAt: Date
  decidedBy: number | null
}

/** What was asked about runs at a node. */
export function listOfRuns(
  tx: Tx,
  tenantId: number,
  nodeKey: string,
  runIds: readonly number[],
): Promise<AskedVisit[]> {
  return query<AskedVisit>(
    tx,
    `/*scenario_approval.of_runs*/ select approval_id as "approvalId", run_id as "runId", arrived_at as "arrivedAt",
       state, expires_at as "expiresAt", decided_by as "decidedBy"
     from scenario_approval where tenant_id = $1 and run_id = any($3::bigint[]) and node_key = $2 for update`,
    [tenantId, nodeKey, runIds],
  )
}

/** Writes questions; returns their ids in order. */
export async function insertApprovals(
  tx: Tx,
  { tenantId, scenarioId, nodeKey }: { tenantId: number; scenarioId: number; nodeKey: string },
  all: readonly NewApproval[],
  at: Date,
): Promise<number[]> {
  const rows = await query<{ id: number }>(
    tx,
    `/*scenario_approval.insert*/
    insert into scenario_approval (tenant_id, scenario_id, node_key, asked_at, run_id, arrived_at, record_id,
      approver_id, question, expires_at)
    select $1, $2, $3, $4, e.* from unnest($5::bigint[], $6::timestamptz[], $7::bigint[], $8::integer[], $9::text[],
      $10::timestamptz[]) as e returning approval_id as id`,
    [
      tenantId,
      scenarioId,
      nodeKey,
      at,
      all.map(({ runId }) => runId),
      all.map(({ arrivedAt }) => arrivedAt),
      all.map(({ recordId }) => recordId),
      all.map(({ approverId }) => approverId),
      all.map(({ question }) => question),
      all.map(({ expiresAt }) => expiresAt),
    ],
  )
  return rows.map(({ id }) => id)
}

export async function expire(tx: Tx, tenantId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await query(
    tx,
    `/*scenario_approval.expire*/ update scenario_approval set state = ${approvalStateId('expired')}
     where tenant_id = $1 and approval_id = any($2::bigint[]) and state = ${approvalStateId('open')}`,
    [tenantId, ids],
  )
}

export interface ListedApproval {
  approvalId: number
  state: number
  question: string
  approverId: number
  scenarioId: number
  scenario: string
  runId: number
  nodeKey: string
  recordId: number
  name: string
  level: LevelId
  askedAt: Date
  expiresAt: Date
  decidedBy: number | null
  decidedAt: Date | null
}

const listed = `select a.approval_id as "approvalId", a.state, a.question, a.approver_id as "approverId",
    a.scenario_id as "scenarioId", s.name as scenario, a.run_id as "runId", a.node_key as "nodeKey",
    a.record_id as "recordId", r.name, r.level, a.asked_at as "askedAt", a.expires_at as "expiresAt",
    a.decided_by as "decidedBy", a.decided_at as "decidedAt"
  from scenario_approval a
  join scenario s on s.tenant_id = a.tenant_id and s.scenario_id = a.scenario_id
  join scenario_run u on u.tenant_id = a.tenant_id and u.run_id = a.run_id
  join record_fenced r on r.tenant_id = a.tenant_id and r.record_id = a.record_id
  where a.tenant_id = $1 and (a.state <> ${approvalStateId('open')} or (u.state < 4 and not r.archived))`

interface Listing {
  /** null: those of everyone. */
  approverId: number | null
  state: number
  before: number | null
  limit: number
}

/** Questions that wait for someone, or were decided, the newest first; none about what has left its scenario. */
export function listApprovals(
  db: Db,
  tenantId: number,
  { approverId, state, before, limit }: Listing,
): Promise<ListedApproval[]> {
  return query<ListedApproval>(
    db,
    `/*scenario_approval.list*/ ${listed} and a.state = $2 and ($3::integer is null or a.approver_id = $3)
       and ($4::bigint is null or a.approval_id < $4) order by a.approval_id desc limit $5`,
    [tenantId, state, approverId, before, limit],
  )
}

export async function findApproval(
  db: Db | Tx,
  tenantId: number,
  approvalId: number,
): Promise<ListedApproval | undefined> {
  const [row] = await query<ListedApproval>(
    db,
    `/*scenario_approval.find*/ ${listed} and a.approval_id = $2`,
    [tenantId, approvalId],
  )
  return row
}

/** Decides an open question; false where it no longer is. */
export async function decide(
  tx: Tx,
  tenantId: number,
  approvalId: number,
  { state, by, at }: { state: number; by: number | null; at: Date },
): Promise<boolean> {
  const rows = await query(
    tx,
    `/*scenario_approval.decide*/ update scenario_approval set state = $3, decided_by = $4, decided_at = $5
     where tenant_id = $1 and approval_id = $2 and state = ${approvalStateId('open')} and expires_at > $5 returning 1`,
    [tenantId, approvalId, state, by, at],
  )
  return rows.length > 0
}
