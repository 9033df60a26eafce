import { query, type Db, type Tx } from '../db/database.ts'
import type { TaskContext } from '../jobs/jobs.ts'

/** Work that sleeps until its time. */
export interface DueWork {
  /** Which handler does it; a module defines one for each of its kinds. */
  kind: string
  /** What it is about, unique within its kind: a later row with the same key replaces it. */
  key: string
  dueAt: Date
  payload?: unknown
}

/** Due work as its handler gets it. */
export interface DueItem {
  key: string
  dueAt: Date
  payload: unknown
}

/**
 * Does one item that is due. It is called at least once, so it must be idempotent. An item that throws is tried again
 * later, and holds up no other.
 */
export type DueHandler = (tenantId: number, item: DueItem, context: TaskContext) => Promise<void>

/** Schedules work in the transaction that causes it. Rows with the same kind and key are replaced. */
export async function schedule(
  db: Db | Tx,
  tenantId: number,
  work: DueWork | readonly DueWork[],
): Promise<void> {
  const all = Array.isArray(work) ? (work as readonly DueWork[]) : [work as DueWork]
  if (all.length === 0) return
  await query(
    db,
    `/*due.schedule*/
    insert into due_work (tenant_id, kind, key, due_at, payload)
    select $1, w.kind, w.key, w.due_at, w.payload
    from unnest($2::text[], $3::text[], $4::timestamptz[], $5::jsonb[]) as w (kind, key, due_at, payload)
    on conflict (tenant_id, kind, key) do update
      set due_at = excluded.due_at, payload = excluded.payload, attempts = 0, failure = null, failed_at = null`,
    [
      tenantId,
      all.map(({ kind }) => kind),
      all.map(({ key }) => key),
      all.map(({ dueAt }) => dueAt),
      all.map(({ payload }) => JSON.stringify(payload ?? {})),
    ],
  )
}

/** Removes work that is still asleep. What has been handed to a worker already runs. */
export async function unschedule(
  db: Db | Tx,
  tenantId: number,
  kind: string,
  keys: readonly string[],
): Promise<void> {
  await query(
    db,
    '/*due.unschedule*/ delete from due_work where tenant_id = $1 and kind = $2 and key = any($3)',
    [tenantId, kind, keys],
  )
}
