import type { Logger } from 'pino'
import { afterCommit, query, type Db, type Tx } from '../db/database.ts'
import { unthrottledLane, inLane } from '../pace/lane.ts'
import { withCause } from '../telemetry/cause.ts'

/** The channel on which senders learn that something waits. */
export const outboxChannel = 'steward_outbox'
/** Milliseconds for which announcements are gathered. */
const gatherFor = 10

/** Something that is to leave Steward. */
export interface OutboxEntry {
  /** Which transport sends it. */
  channel: string
  /** The destination, such as `webhook:12`; all its entries have one channel. Lanes don't wait for each other. */
  lane: string
  /** Derived from the cause: a second entry with the same key is not sent. */
  key: string
  payload: unknown
  /** Entries of a destination with the same order are sent one after the other, as they were added. */
  inOrder?: string | undefined
}

/** An entry on its way, as its transport gets it. */
export interface OutboxItem {
  tenantId: number
  itemId: number
  lane: string
  key: string
  payload: unknown
  /** 1 for the first. */
  attempt: number
  createdAt: Date
}

/**
 * The result of an attempt. `failed` means the destination certainly did not accept it, `unknown` that it may have:
 * no answer came, or the process was killed.
 */
export interface AttemptResult {
  outcome: 'delivered' | 'failed' | 'unknown'
  /** For people: why it was not delivered. */
  failure?: string
  /** Further attempts are useless. */
  isFinal?: boolean
  /** The destination asked for fewer calls, or could not cope. */
  isOverloaded?: boolean
  /** Milliseconds that the destination asked to wait. */
  retryAfter?: number
  /** Kept with the attempt, as JSON. */
  detail?: unknown
}

/** How a destination has been doing. */
export interface LaneState {
  lane: string
  /** Failures in a row. */
  failures: number
  failingSince: Date | null
}

/** How one kind of entry leaves Steward. */
export interface Transport {
  /** Seconds after which an attempt is over at the latest; `send` must settle before. */
  deadline: number
  /** Most attempts at the same time for one destination. */
  mostAtOnce: number
  /** Milliseconds until the next attempt after so many; undefined after the last one. */
  pauseAfter(attempts: number): number | undefined
  /** Sends an entry. It is repeated with the same key where the outcome is unknown. What it throws counts as `failed`. */
  send(item: OutboxItem, context: { signal: AbortSignal; log: Logger }): Promise<AttemptResult>
  /** Called after an attempt was recorded, but not where the process is lost in between: `send` writes what must not be lost. */
  recorded?(item: OutboxItem, result: AttemptResult, lane: LaneState): Promise<void>
}

const waiting = new WeakSet<Db>()

function announce(from: Db | Tx): void {
  afterCommit(from, (db) => {
    if (waiting.has(db)) return
    waiting.add(db)
    const send = async () => {
      waiting.delete(db)
      await query(db, `select pg_notify('${outboxChannel}', '')`)
    }
    inLane(unthrottledLane, () => setTimeout(() => void send().catch(() => undefined), gatherFor).unref())
  })
}

/** Puts entries into the outbox, in the transaction that causes them. */
export async function enqueue(
  db: Db | Tx,
  tenantId: number,
  entries: readonly OutboxEntry[],
  now: Date,
): Promise<void> {
  if (entries.length === 0) return
  const columns = [
    entries.map(({ lane }) => lane),
    entries.map(({ channel }) => channel),
    entries.map(({ key }) => key),
    entries.map(({ payload }) => JSON.stringify(withCause(payload))),
    entries.map(({ inOrder }) => inOrder ?? null),
  ]
  await query(
    db,
    `/*outbox.enqueue*/
    with entry as (
      select * from unnest($2::text[], $3::text[], $4::text[], $5::jsonb[], $6::text[]) with ordinality
        as e (lane, channel, key, payload, in_order, nth)),
    lanes as (
      insert into outbox_lane (tenant_id, lane, channel) select distinct $1::int, lane, channel from entry order by lane
      on conflict do nothing)
    insert into outbox_item (tenant_id, lane, key, payload, in_order, due_at, created_at)
    select $1, lane, key, payload, in_order, $7, $7 from entry order by nth on conflict (tenant_id, key) do nothing`,
    [tenantId, ...columns, now],
  )
  announce(db)
}

/** Ends everything that still waits for a destination; what is under way is recorded as usual. Gives how much it was. */
export async function abandonLane(
  db: Db | Tx,
  tenantId: number,
  lane: string,
  { now, failure }: { now: Date; failure: string },
): Promise<number> {
  const rows = await query<{ n: number }>(
    db,
    `/*outbox.abandon*/
    with held as materialized (select lane from outbox_lane where tenant_id = $1 and lane = $2 for update),
    ended as (
      update outbox_item i set state = 'failed', ended_at = $3, failure = $4 from held
      where i.tenant_id = $1 and i.lane = held.lane and i.state = 'waiting'
        and (i.leased_until is null or i.leased_until <= $3)
      returning 1)
    select count(*)::int as n from ended`,
    [tenantId, lane, now, failure],
  )
  return rows[0]?.n ?? 0
}

/**
 * Gives a destination another chance, as where it was changed: its pauses end, and what waits for it is due at once.
 * Attempts that were used up stay so.
 */
export async function resumeLane(db: Db | Tx, tenantId: number, lane: string, now: Date): Promise<void> {
  await query(
    db,
    `/*outbox.resume*/
    with held as (
      update outbox_lane set failures = 0, failing_since = null, open_until = null, most_at_once = null
      where tenant_id = $1 and lane = $2 returning lane)
    update outbox_item i set due_at = $3 from held
    where i.tenant_id = $1 and i.lane = held.lane and i.state = 'waiting' and i.leased_until is null and i.due_at > $3`,
    [tenantId, lane, now],
  )
  announce(db)
}
