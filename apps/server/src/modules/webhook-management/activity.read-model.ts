import type { WebhookResult } from '@steward/contracts/plain/webhook'
import type { WebhookActivityQuery, WebhookDelivery } from '@steward/contracts/webhook-delivery'
import { query, type Db, type Tx } from '../../platform/db/database.ts'

export interface DeliveryRow {
  deliveryId: number
  messageId: string
  event: string
  events: number
  isReplay: boolean
  state: WebhookDelivery['state']
  result: WebhookResult | null
  status: number | null
  failure: string | null
  attempts: number
  createdAt: Date
  lastAttemptAt: Date | null
  /** When the next attempt is due; null once it has ended. */
  dueAt: Date | null
  messageIds: number[]
  isBatch: boolean
  timestamp: string
  inOrder: string | null
}

/** The result of an attempt `a`: one that was lost is unknown. */
const result = `coalesce(a.detail ->> 'result', case when a.outcome is not null then 'Unknown' end)`

/** A delivery with its latest attempt that ended. */
const source = `from outbox_item i
  left join lateral (
    select t.started_at, t.outcome, t.detail from outbox_attempt t
    where t.tenant_id = i.tenant_id and t.item_id = i.item_id and t.ended_at is not null
    order by t.attempt desc limit 1) a on true`

const columns = `i.item_id as "deliveryId", i.payload ->> 'id' as "messageId", i.payload ->> 'event' as event,
  (i.payload ->> 'count')::int as events, (i.payload ->> 'isReplay')::boolean as "isReplay", i.state,
  ${result} as result, (a.detail ->> 'status')::int as status, i.failure, i.attempts, i.created_at as "createdAt",
  a.started_at as "lastAttemptAt", case when i.state = 'waiting' then i.due_at end as "dueAt",
  i.payload -> 'messageIds' as "messageIds", (i.payload ->> 'isBatch')::boolean as "isBatch",
  i.payload ->> 'timestamp' as timestamp, i.in_order as "inOrder"`

const orders: Readonly<Record<WebhookActivityQuery['sort'], string>> = {
  createdAt: 'i.item_id',
  '-createdAt': 'i.item_id desc',
  event: `i.payload ->> 'event', i.item_id`,
  '-event': `i.payload ->> 'event' desc, i.item_id desc`,
  attempts: 'i.attempts, i.item_id',
  '-attempts': 'i.attempts desc, i.item_id desc',
}

/** Escapes what `like` would read as a pattern. */
const literal = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`)

function conditionsOf(
  { query: words, filters }: WebhookActivityQuery,
  param: (value: unknown) => string,
): string[] {
  const { result: results, event, state, from, to } = filters
  const found: string[] = []
  if (words) {
    const pattern = param(`%${literal(words)}%`)
    found.push(`(i.payload ->> 'id' ilike ${pattern} or i.payload ->> 'event' ilike ${pattern})`)
  }
  if (results) found.push(`${result} = any(${param(results)}::text[])`)
  if (event) found.push(`i.payload ->> 'event' = any(${param(event)}::text[])`)
  if (state) found.push(`i.state = any(${param(state)}::text[])`)
  if (from) found.push(`i.created_at >= ${param(from)}::timestamptz`)
  if (to) found.push(`i.created_at < ${param(to)}::timestamptz`)
  return found
}

/** A page of the deliveries of a destination, and how many there are. */
export async function listDeliveries(
  db: Db,
  tenantId: number,
  lane: string,
  asked: WebhookActivityQuery,
): Promise<{ rows: DeliveryRow[]; total: number }> {
  const values: unknown[] = [tenantId, lane]
  const param = (value: unknown) => `$${values.push(value)}`
  const where = ['i.tenant_id = $1', 'i.lane = $2', ...conditionsOf(asked, param)].join(' and ')
  const [count] = await query<{ n: number }>(db, `select count(*)::int as n ${source} where ${where}`, values)
  const page = [...values, asked.pageSize, (asked.page - 1) * asked.pageSize]
  const rows = await query<DeliveryRow>(
    db,
    `select ${columns} ${source} where ${where} order by ${orders[asked.sort]}
     limit $${page.length - 1} offset $${page.length}`,
    page,
  )
  return { rows, total: count?.n ?? 0 }
}

export async function findDelivery(
  db: Db | Tx,
  tenantId: number,
  lane: string,
  deliveryId: number,
): Promise<DeliveryRow | undefined> {
  const rows = await query<DeliveryRow>(
    db,
    `/*webhook.delivery*/ select ${columns} ${source} where i.tenant_id = $1 and i.lane = $2 and i.item_id = $3`,
    [tenantId, lane, deliveryId],
  )
  return rows[0]
}

export interface AttemptRow {
  attempt: number
  startedAt: Date
  endedAt: Date | null
  result: WebhookResult | null
  detail: {
    status: number | null
    failure: string | null
    durationMs: number
    requestHeaders: Record<string, string>
    responseHeaders: Record<string, string>
    responseBody: string
  } | null
}

export function listAttempts(db: Db, tenantId: number, deliveryId: number): Promise<AttemptRow[]> {
  return query<AttemptRow>(
    db,
    `/*webhook.attempts*/
    select attempt, started_at as "startedAt", ended_at as "endedAt", ${result} as result, detail
    from outbox_attempt a where tenant_id = $1 and item_id = $2 order by attempt`,
    [tenantId, deliveryId],
  )
}

export interface LaneSummary {
  lane: string
  waiting: number
  /** Of those that ended since the time. */
  ended: number
  delivered: number
  lastResult: WebhookResult | null
  lastCallAt: Date | null
}

/** How the destinations are doing. */
export function summarizeLanes(
  db: Db,
  tenantId: number,
  lanes: readonly string[],
  since: Date,
): Promise<LaneSummary[]> {
  return query<LaneSummary>(
    db,
    `/*webhook.summary*/
    select l.lane, w.waiting, e.ended, e.delivered, a.result as "lastResult", a.started_at as "lastCallAt"
    from unnest($2::text[]) as l (lane)
    cross join lateral (
      select count(*)::int as waiting from outbox_item i
      where i.tenant_id = $1 and i.lane = l.lane and i.state = 'waiting') w
    cross join lateral (
      select count(*)::int as ended, (count(*) filter (where i.state = 'delivered'))::int as delivered
      from outbox_item i where i.tenant_id = $1 and i.lane = l.lane and i.ended_at >= $3) e
    left join lateral (
      select ${result} as result, a.started_at
      from (
        select i.item_id from outbox_item i
        where i.tenant_id = $1 and i.lane = l.lane and i.attempts > 0 order by i.item_id desc limit 50) i
      join outbox_attempt a on a.tenant_id = $1 and a.item_id = i.item_id and a.ended_at is not null
      order by a.started_at desc limit 1) a on true`,
    [tenantId, lanes, since],
  )
}

/** Deliveries that failed since a time, of which nothing was delivered and nothing waits; the oldest first. */
export function listFailures(
  tx: Tx,
  tenantId: number,
  lane: string,
  since: Date,
  limit: number,
): Promise<{ deliveryId: number; payload: Record<string, unknown>; inOrder: string | null }[]> {
  return query(
    tx,
    `/*webhook.failures*/
    select min(i.item_id)::bigint as "deliveryId", (array_agg(i.payload order by i.item_id))[1] as payload,
      (array_agg(i.in_order order by i.item_id))[1] as "inOrder"
    from outbox_item i
    where i.tenant_id = $1 and i.lane = $2 and i.state in ('failed', 'unknown') and i.ended_at >= $3
      and not exists (
        select from outbox_item d where d.tenant_id = $1 and d.lane = $2 and d.state in ('delivered', 'waiting')
          and d.payload ->> 'id' = i.payload ->> 'id')
    group by i.payload ->> 'id' order by 1 limit $4`,
    [tenantId, lane, since, limit],
  )
}

/** How often deliveries were sent, by the id of their message. */
export async function countDeliveries(
  tx: Tx,
  tenantId: number,
  lane: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await query<{ id: string; n: number }>(
    tx,
    `/*webhook.deliveries*/
    select payload ->> 'id' as id, count(*)::int as n from outbox_item
    where tenant_id = $1 and lane = $2 and payload ->> 'id' = any($3::text[]) group by 1`,
    [tenantId, lane, ids],
  )
  return new Map(rows.map(({ id, n }) => [id, n]))
}

/** When the oldest delivery that still waits was added; null where none does. */
export async function findOldestWaiting(db: Db, tenantId: number): Promise<Date | null> {
  const rows = await query<{ at: Date | null }>(
    db,
    `/*webhook.oldest_waiting*/
    select min(i.created_at) as at from outbox_item i
    where i.tenant_id = $1 and i.lane like 'webhook:%' and i.state = 'waiting'`,
    [tenantId],
  )
  return rows[0]?.at ?? null
}
