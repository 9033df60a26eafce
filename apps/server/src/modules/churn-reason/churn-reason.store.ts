import { query, type Db, type Tx } from '../../platform/db/database.ts'
import type { PlannedReason, StoredReason } from './churn-reason.rules.ts'

/** The class of the advisory locks under which the reasons of a tenant are changed. */
const lockClass = 7374

/** Lets one writer at a time change the reasons, until the transaction ends. */
export async function lockReasons(tx: Tx, tenantId: number): Promise<void> {
  await query(tx, '/*churn_reason.lock*/ select pg_advisory_xact_lock($1, $2)', [lockClass, tenantId])
}

/** In their order, those at the top first. */
export function listReasons(db: Db | Tx, tenantId: number): Promise<StoredReason[]> {
  return query(
    db,
    `/*churn_reason.list*/
    select reason_id "reasonId", parent_id "parentId", name, retired from churn_reason
    where tenant_id = $1 order by parent_id nulls first, ordinal, reason_id`,
    [tenantId],
  )
}

async function takeIds(tx: Tx, count: number): Promise<number[]> {
  const rows = await query<{ id: number }>(
    tx,
    `/*churn_reason.ids*/
    select nextval(pg_get_serial_sequence('churn_reason', 'reason_id')) as id from generate_series(1, $1)`,
    [count],
  )
  return rows.map(({ id }) => id)
}

/** Writes reasons, with ids for those that have none, in the order given. */
export async function putReasons(tx: Tx, tenantId: number, reasons: readonly PlannedReason[]): Promise<void> {
  const all = reasons.flatMap((reason) => [reason, ...reason.children])
  const ids = await takeIds(tx, all.filter(({ reasonId }) => reasonId === null).length)
  const idOf = new Map(all.map((reason) => [reason, reason.reasonId ?? ids.shift()]))
  const rows = reasons.flatMap((top, at) => [
    { reason_id: idOf.get(top), parent_id: null, name: top.name, ordinal: at + 1, retired: top.retired },
    ...top.children.map((child, under) => ({
      reason_id: idOf.get(child),
      parent_id: idOf.get(top),
      name: child.name,
      ordinal: under + 1,
      retired: child.retired,
    })),
  ])
  await query(
    tx,
    `/*churn_reason.put*/
    insert into churn_reason (tenant_id, reason_id, parent_id, name, ordinal, retired)
    select $1, x.* from jsonb_to_recordset($2::jsonb)
      as x(reason_id integer, parent_id integer, name text, ordinal integer, retired boolean)
    on conflict (tenant_id, reason_id) do update
      set parent_id = excluded.parent_id, name = excluded.name, ordinal = excluded.ordinal, retired = excluded.retired`,
    [tenantId, JSON.stringify(rows)],
  )
}

export async function deleteReasons(tx: Tx, tenantId: number, ids: readonly number[]): Promise<void> {
  await query(
    tx,
    '/*churn_reason.delete*/ delete from churn_reason where tenant_id = $1 and reason_id = any($2::int[])',
    [tenantId, ids],
  )
}
