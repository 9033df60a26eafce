import type pg from 'pg'

/** Work that was claimed, as its job carries it. */
export interface ClaimedItem {
  key: string
  dueAt: string
  payload: unknown
  attempts: number
}

/** Tenants with due work. */
export async function listDueTenants(owner: pg.Pool, now: Date): Promise<number[]> {
  const { rows } = await owner.query<{ tenantId: number }>(
    '/*due.tenants*/ select tenant_id as "tenantId" from list_due_tenants($1) as tenant_id',
    [now],
  )
  return rows.map(({ tenantId }) => tenantId)
}

/**
 * Hands due work of a tenant to the job queue, at most so many rows, the oldest first: one statement deletes the rows
 * and adds the jobs, one for each kind. Gives how many rows it was.
 */
export async function claimDueWork(
  owner: pg.Pool,
  tenantId: number,
  now: Date,
  limit: number,
  task: string,
): Promise<number> {
  const { rows } = await owner.query<{ n: number }>(
    `/*due.claim*/
    with due as materialized (
      select kind, key from due_work where tenant_id = $1 and failed_at is null and due_at <= $2
      order by due_at limit $3 for update skip locked),
    claimed as (
      delete from due_work d using due where d.tenant_id = $1 and d.kind = due.kind and d.key = due.key
      returning d.kind, d.key, d.due_at, d.payload, d.attempts),
    batches as (
      select kind, count(*)::int as n, json_agg(json_build_object(
        'key', key, 'dueAt', due_at, 'payload', payload, 'attempts', attempts) order by due_at) as items
      from claimed group by kind)
    select n, add_job($4, json_build_object('tenantId', $1::int, 'kind', kind, 'items', items),
      null::text, null::text, null::timestamptz) from batches`,
    [tenantId, now, limit, task],
  )
  return rows.reduce((sum, { n }) => sum + n, 0)
}

/** How an item goes back to sleep. */
export interface Returned {
  dueAt: Date
  attempts: number
  failure: string | null
  failedAt: Date | null
}

/** Lets an item sleep until its next attempt, or for an operator. A newer one with its key stays. */
export async function returnDueWork(
  owner: pg.Pool,
  tenantId: number,
  kind: string,
  { key, payload }: ClaimedItem,
  { dueAt, attempts, failure, failedAt }: Returned,
): Promise<void> {
  await owner.query(
    `/*due.return*/
    insert into due_work (tenant_id, kind, key, due_at, payload, attempts, failure, failed_at)
    values ($1, $2, $3, $4, $5::jsonb, $6, left($7, 500), $8)
    on conflict do nothing`,
    [tenantId, kind, key, dueAt, JSON.stringify(payload), attempts, failure, failedAt],
  )
}
