import { query, type Tx } from '../../platform/db/database.ts'

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
