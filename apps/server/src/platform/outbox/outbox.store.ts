import type pg from 'pg'
import type { AttemptResult, LaneState, OutboxItem } from './outbox.ts'

/** Failures in a row after which a destination gets one attempt at a time, with pauses between. */
const breakerAfter = 5
/** Seconds of these pauses; the last is repeated. What waits meanwhile uses up no attempts. */
const breakerPauses = [5, 30, 120, 600, 1800, 3600]

/** An item that this process has leased. */
export interface ClaimedItem extends OutboxItem {
  channel: string
}

/** Channels that a process can send on, column by column. */
export interface Channels {
  names: readonly string[]
  /** Seconds for which an attempt is leased. */
  leases: readonly number[]
  /** Most attempts at once for a destination. */
  mostAtOnce: readonly number[]
}

/**
 * Leases items that are due, at most so many, and writes down that their attempts begin, and in which process. Destinations take turns; each
 * has at most as many attempts under way as it can take, and one where it is failing.
 */
export async function claimItems(
  owner: pg.Pool,
  now: Date,
  { names, leases, mostAtOnce }: Channels,
  { most, holder }: { most: number; holder: number | null },
): Promise<ClaimedItem[]> {
  const { rows } = await owner.query<ClaimedItem>(
    `/*outbox.claim*/
    select tenant_id as "tenantId", item_id as "itemId", lane, channel, key, payload, attempt, created_at as "createdAt"
    from claim_outbox($1, $2, $3, $4, ${breakerAfter}, $5, $6)`,
    [now, names, leases, mostAtOnce, most, holder],
  )
  return rows
}

/** How an attempt ended, and when the next one is due; null where there is none. */
export interface Ending {
  at: Date
  result: AttemptResult
  nextAt: Date | null
}

/**
 * Records how an attempt ended, with what follows for the item and its destination, in one statement. Gives how the
 * destination is doing; undefined where the item is gone, or another process has begun its next attempt.
 */
export async function recordAttempt(
  owner: pg.Pool,
  { tenantId, itemId, attempt, lane }: OutboxItem,
  { at, result, nextAt }: Ending,
  mostAtOnce: number,
): Promise<LaneState | undefined> {
  const { outcome, failure, isFinal, isOverloaded, retryAfter, detail } = result
  const pausedUntil = retryAfter === undefined ? null : new Date(at.getTime() + retryAfter)
  const { rows } = await owner.query<LaneState>(
    `/*outbox.record*/
    with held as materialized (
      -- As a claim does, before any of its items: two that wait for each other would both be lost.
      select tenant_id, lane, failures, open_until from outbox_lane where tenant_id = $1 and lane = $14 for update),
    item as (
      update outbox_item i
      set leased_until = null, leased_by = null, failure = left($7, 1000), due_at = coalesce($6, i.due_at),
        state = case when $6::timestamptz is null then $5 else 'waiting' end,
        ended_at = case when $6::timestamptz is null then $4::timestamptz end
      from held
      where i.tenant_id = $1 and i.item_id = $2 and i.attempts = $3 and i.state = 'waiting'
      returning i.tenant_id, i.item_id, i.attempts),
    attempt as (
      update outbox_attempt a set ended_at = $4, outcome = $5, detail = $8
      from item where a.tenant_id = item.tenant_id and a.item_id = item.item_id and a.attempt = item.attempts),
    counted as (
      select held.tenant_id, held.lane, case
          when $5 = 'delivered' then 0
          -- Attempts that were under way when it was closed say nothing new.
          when held.open_until > $4 then held.failures
          else held.failures + $9::int end as failures
      from held, item)
    update outbox_lane l
    set failures = c.failures,
      failing_since = case when c.failures > 0 then coalesce(l.failing_since, $4) end,
      open_until = greatest($11::timestamptz, case
        when c.failures > l.failures and c.failures >= ${breakerAfter} then
          $4::timestamptz + ($13::float8[])[least(c.failures - ${breakerAfter - 1}, array_length($13::float8[], 1))]
            * interval '1 second'
        when c.failures > 0 then l.open_until end),
      most_at_once = case
        when $10 then greatest(1, coalesce(l.most_at_once, $12::int) / 2)
        when $5 = 'delivered' and l.most_at_once + 1 < $12::int then l.most_at_once + 1
        when $5 = 'delivered' then null
        else l.most_at_once end
    from counted c where l.tenant_id = c.tenant_id and l.lane = c.lane
    returning l.lane, l.failures, l.failing_since as "failingSince"`,
    [
      tenantId,
      itemId,
      attempt,
      at,
      outcome,
      nextAt,
      failure ?? null,
      detail === undefined ? null : JSON.stringify(detail),
      isFinal ? 0 : 1,
      isOverloaded ?? false,
      pausedUntil,
      mostAtOnce,
      breakerPauses,
      lane,
    ],
  )
  return rows[0]
}

/** Renews the leases of attempts that are under way, for so many seconds. One that has run out stays so. */
export async function renewLeases(
  owner: pg.Pool,
  now: Date,
  seconds: number,
  items: readonly Pick<OutboxItem, 'tenantId' | 'itemId' | 'attempt'>[],
): Promise<void> {
  const byTenant = Map.groupBy(items, ({ tenantId }) => tenantId)
  for (const [tenantId, leased] of byTenant) {
    await owner.query(
      `/*outbox.renew*/
      update outbox_item i set leased_until = $2::timestamptz + $3 * interval '1 second'
      from unnest($4::bigint[], $5::smallint[]) as l (item_id, attempt)
      where i.tenant_id = $1 and i.item_id = l.item_id and i.attempts = l.attempt and i.leased_until > $2`,
      [tenantId, now, seconds, leased.map(({ itemId }) => itemId), leased.map(({ attempt }) => attempt)],
    )
  }
}
