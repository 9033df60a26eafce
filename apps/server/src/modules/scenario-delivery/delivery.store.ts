import { deliveryKinds, deliveryStateId, type DeliveryKind } from '@steward/contracts/plain/scenario'
import { query, type Db, type Tx } from '../../platform/db/database.ts'

/** What is to be sent because a record came to a node. */
export interface Draft {
  runId: number
  arrivedAt: Date
  recordId: number
  /** 0 where it goes to no contact. */
  contactId: number
  target: string
  subject: string
  content: unknown
}

export interface StoredDelivery extends Draft {
  deliveryId: number
  scenarioId: number
  nodeKey: string
  kind: DeliveryKind
  /** As the place of a state, from 1. */
  state: number
  round: number
  failure: string | null
  createdAt: Date
}

type Row = Omit<StoredDelivery, 'kind'> & { kind: number }

const columns = `d.delivery_id as "deliveryId", d.scenario_id as "scenarioId", d.run_id as "runId",
  d.node_key as "nodeKey", d.arrived_at as "arrivedAt", d.record_id as "recordId", d.kind,
  d.contact_id as "contactId", d.target, d.subject, d.content, d.state, d.round, d.failure,
  d.created_at as "createdAt"`

const deliveryOf = (row: Row): StoredDelivery => ({
  ...row,
  kind: deliveryKinds[row.kind - 1] as DeliveryKind,
})

/** What runs have sent from a node, the first one first. */
export async function listOfRuns(
  tx: Tx,
  tenantId: number,
  nodeKey: string,
  runIds: readonly number[],
): Promise<StoredDelivery[]> {
  const rows = await query<Row>(
    tx,
    `/*scenario_delivery.of_runs*/ select ${columns} from scenario_delivery d
     where d.tenant_id = $1 and d.run_id = any($3::bigint[]) and d.node_key = $2 order by d.delivery_id`,
    [tenantId, nodeKey, runIds],
  )
  return rows.map(deliveryOf)
}

export async function findDelivery(
  db: Db,
  tenantId: number,
  deliveryId: number,
): Promise<StoredDelivery | undefined> {
  const [row] = await query<Row>(
    db,
    `/*scenario_delivery.find*/ select ${columns} from scenario_delivery d
     where d.tenant_id = $1 and d.delivery_id = $2`,
    [tenantId, deliveryId],
  )
  return row && deliveryOf(row)
}

interface Origin {
  tenantId: number
  scenarioId: number
  nodeKey: string
}

/** Writes what is to be sent; returns its ids in order. */
export async function insertDeliveries(
  tx: Tx,
  { tenantId, scenarioId, nodeKey }: Origin,
  kind: DeliveryKind,
  drafts: readonly Draft[],
  at: Date,
): Promise<number[]> {
  const rows = await query<{ id: number }>(
    tx,
    `/*scenario_delivery.insert*/
    insert into scenario_delivery (tenant_id, scenario_id, node_key, kind, created_at, run_id, arrived_at, record_id,
      contact_id, target, subject, content)
    select $1, $2, $3, $4, $5, e.* from unnest($6::bigint[], $7::timestamptz[], $8::bigint[], $9::bigint[], $10::text[],
      $11::text[], $12::jsonb[]) as e returning delivery_id as id`,
    [
      tenantId,
      scenarioId,
      nodeKey,
      deliveryKinds.indexOf(kind) + 1,
      at,
      drafts.map(({ runId }) => runId),
      drafts.map(({ arrivedAt }) => arrivedAt),
      drafts.map(({ recordId }) => recordId),
      drafts.map(({ contactId }) => contactId),
      drafts.map(({ target }) => target),
      drafts.map(({ subject }) => subject),
      drafts.map(({ content }) => JSON.stringify(content)),
    ],
  )
  return rows.map(({ id }) => id)
}

/** Lets what was held wait to be sent again. */
export async function requeue(tx: Tx, tenantId: number, ids: readonly number[]): Promise<void> {
  await query(
    tx,
    `/*scenario_delivery.requeue*/ update scenario_delivery set state = 1, round = round + 1
     where tenant_id = $1 and delivery_id = any($2::bigint[]) and state = ${deliveryStateId('held')}`,
    [tenantId, ids],
  )
}

/** How what waited has ended. Its content is needed no more, unless it is held. */
export async function endDelivery(
  db: Db | Tx,
  tenantId: number,
  deliveryId: number,
  { state, failure, at }: { state: number; failure: string | null; at: Date },
): Promise<void> {
  const isHeld = state === deliveryStateId('held')
  await query(
    db,
    `/*scenario_delivery.end*/ update scenario_delivery set state = $3, failure = left($4, 1000),
       content = case when $6 then content end, ended_at = case when not $6 then $5::timestamptz end
     where tenant_id = $1 and delivery_id = $2 and state = 1`,
    [tenantId, deliveryId, state, failure, at, isHeld],
  )
}

/** How many emails each contact was sent since an instant, or is about to be. */
export async function countMails(
  tx: Tx,
  tenantId: number,
  contactIds: readonly number[],
  since: Date,
): Promise<Map<number, number>> {
  const rows = await query<{ contactId: number; n: number }>(
    tx,
    `/*scenario_delivery.mails*/ select contact_id as "contactId", count(*)::int as n from scenario_delivery
     where tenant_id = $1 and contact_id = any($2::bigint[]) and kind = 1 and created_at > $3
       and state in (1, 2, 4) group by contact_id`,
    [tenantId, contactIds, since],
  )
  return new Map(rows.map(({ contactId, n }) => [contactId, n]))
}

/** Lets one transaction of a company at a time decide who is written to, so that a limit holds across scenarios. */
export async function lockMails(tx: Tx, tenantId: number): Promise<void> {
  await query(
    tx,
    `/*scenario_delivery.lock*/ select pg_advisory_xact_lock(hashtext('scenario_delivery'), $1)`,
    [tenantId],
  )
}

export interface ListedDelivery {
  deliveryId: number
  kind: number
  state: number
  target: string
  subject: string
  recordId: number
  name: string | null
  at: Date
}

const leftSince = `d.tenant_id = $1 and d.scenario_id = $2 and d.state = 2 and d.ended_at >= $3`

/** What left Steward since an instant, the latest first, and how much it is in all. */
export async function listLeft(
  db: Db,
  tenantId: number,
  scenarioId: number,
  since: Date,
  limit: number,
): Promise<{ rows: ListedDelivery[]; total: number }> {
  const rows = await query<ListedDelivery>(
    db,
    `/*scenario_delivery.left*/ select d.delivery_id as "deliveryId", d.kind, d.state, d.target, d.subject,
       d.record_id as "recordId", r.name, d.ended_at as at
     from scenario_delivery d
     left join record_fenced r on r.tenant_id = d.tenant_id and r.record_id = d.record_id
     where ${leftSince} order by d.ended_at desc, d.delivery_id desc limit $4`,
    [tenantId, scenarioId, since, limit],
  )
  const [counted] = await query<{ n: number }>(
    db,
    `/*scenario_delivery.left_count*/ select count(*)::int as n from scenario_delivery d where ${leftSince}`,
    [tenantId, scenarioId, since],
  )
  return { rows, total: counted?.n ?? 0 }
}

const mostForgotten = 5000

/** Forgets what ended before an instant. Answers how much it was. */
export async function forgetDeliveries(db: Db, tenantId: number, before: Date): Promise<number> {
  const gone = await query(
    db,
    `/*scenario_delivery.forget*/ delete from scenario_delivery where tenant_id = $1 and delivery_id in (
       select delivery_id from scenario_delivery where tenant_id = $1 and ended_at < $2 limit ${mostForgotten})
     returning 1`,
    [tenantId, before],
  )
  return gone.length
}
