import { notificationCategories, type NotificationCategory } from '@steward/contracts/plain/notification'
import { query, type Db, type Tx } from '../../platform/db/database.ts'
import type { Payload } from './notification.kind.ts'

/** A notification that is to be written, or added to an unseen one with the same key. */
export interface NewNotification {
  recipient: number
  category: NotificationCategory
  kind: string
  subjectKind: string
  subjectId: number
  foldKey: string
  payload: Payload
  count: number
  actor: number | null
  at: Date
}

interface Touched {
  recipient: number
  category: NotificationCategory
}

/**
 * Locks the counts of recipients, always in the same order, and writes those that are missing. Everything that changes a
 * count locks it first, so that a count and the rows that it counts never differ.
 */
async function lockCounts(tx: Tx, tenantId: number, touched: readonly Touched[]): Promise<void> {
  await query(
    tx,
    `/*notification.count*/ insert into notification_unseen as u (tenant_id, recipient, category, n, epoch)
     select distinct $1::int, x.recipient, x.category, 0, 0
     from unnest($2::int[], $3::text[]) x(recipient, category) order by 2, 3
     on conflict (tenant_id, recipient, category) do update set n = u.n where false`,
    [tenantId, touched.map(({ recipient }) => recipient), touched.map(({ category }) => category)],
  )
}

/** Adds to the counts, or takes from them. */
async function moveCounts(tx: Tx, tenantId: number, touched: readonly Touched[], by: 1 | -1): Promise<void> {
  if (touched.length === 0) return
  await query(
    tx,
    `/*notification.move*/ update notification_unseen u set n = u.n + $4::int * x.n
     from (select recipient, category, count(*)::int as n
       from unnest($2::int[], $3::text[]) y(recipient, category) group by 1, 2) x
     where u.tenant_id = $1 and u.recipient = x.recipient and u.category = x.category`,
    [tenantId, touched.map(({ recipient }) => recipient), touched.map(({ category }) => category), by],
  )
}

/** Notifications that differ by their recipients alone: an operation concerns many in the same way. */
interface Alike extends Omit<NewNotification, 'recipient'> {
  recipients: number[]
}

function grouped(notifications: readonly NewNotification[]): Alike[] {
  const groups = new Map<string, Alike>()
  for (const { recipient, ...shared } of notifications) {
    const { foldKey, count, actor, at } = shared
    const key = `${foldKey} ${count} ${actor} ${at.getTime()} ${JSON.stringify(shared.payload)}`
    const group = groups.get(key)
    if (group) group.recipients.push(recipient)
    else groups.set(key, { ...shared, recipients: [recipient] })
  }
  return [...groups.values()]
}

/** A notification stays where it is in the list for so long, unless it was mailed meanwhile. */
const settlesAfter = '1 minute'

/**
 * Writes notifications; no two of them may have the same recipient and key. What is added to one in its first minute moves
 * it nowhere, so that it takes no new entries in indexes.
 */
export async function writeNotifications(
  tx: Tx,
  tenantId: number,
  notifications: readonly NewNotification[],
): Promise<void> {
  if (notifications.length === 0) return
  await lockCounts(tx, tenantId, notifications)
  const written = await query<Touched>(
    tx,
    `/*notification.write*/ with written as (
       insert into notification as n (tenant_id, notification_id, recipient, category, kind, subject_kind, subject_id,
         fold_key, payload, count, first_actor, last_actor, epoch, position, created_at, updated_at)
       select $1, x.id, x.recipient, x.category, x.kind, x."subjectKind", x."subjectId", x."foldKey", x.payload, x.count,
         x.actor, x.actor, u.epoch, x.id, x.at, x.at
       from (select nextval(pg_get_serial_sequence('notification', 'notification_id')) as id, y.*, r.recipient
         from jsonb_to_recordset($2::jsonb) y(recipients jsonb, category text, kind text, "subjectKind" text,
           "subjectId" bigint, "foldKey" text, payload jsonb, count int, actor int, at timestamptz)
         cross join lateral (select value::int as recipient from jsonb_array_elements_text(y.recipients)) r) x
       join notification_unseen u on u.tenant_id = $1 and u.recipient = x.recipient and u.category = x.category
       on conflict (tenant_id, recipient, fold_key, epoch) where not seen do update
         set count = n.count + excluded.count, payload = excluded.payload, last_actor = excluded.last_actor,
           position = case when excluded.created_at - n.created_at < interval '${settlesAfter}'
             and n.position > coalesce((select m.mailed_position from notification_mail m
               where m.tenant_id = n.tenant_id and m.user_id = n.recipient), 0)
             then n.position else excluded.position end,
           updated_at = excluded.updated_at
       returning recipient, category, xmax = 0 as is_new)
     select recipient, category from written where is_new`,
    [tenantId, JSON.stringify(grouped(notifications))],
  )
  await moveCounts(tx, tenantId, written, 1)
}

/** Notes which events are about to be handled, and returns those that were not handled before. */
export async function beginEvents(
  tx: Tx,
  tenantId: number,
  eventIds: readonly number[],
  at: Date,
): Promise<Set<number>> {
  const rows = await query<{ eventId: number }>(
    tx,
    `/*notification.source*/ insert into notification_source (tenant_id, event_id, at)
     select $1, x, $3 from unnest($2::bigint[]) x order by x on conflict do nothing returning event_id "eventId"`,
    [tenantId, eventIds, at],
  )
  return new Set(rows.map(({ eventId }) => eventId))
}

/** Locks all counts of a recipient, and those of categories in which nothing came yet. */
export async function lockAllCounts(tx: Tx, tenantId: number, recipient: number): Promise<void> {
  await lockCounts(
    tx,
    tenantId,
    notificationCategories.map((category) => ({ recipient, category })),
  )
}

/** Locks the counts of a recipient. */
async function lockRecipient(tx: Tx, tenantId: number, recipient: number): Promise<void> {
  await query(
    tx,
    `/*notification.lock*/ select from notification_unseen where tenant_id = $1 and recipient = $2
     order by category for update`,
    [tenantId, recipient],
  )
}

/** Of notifications that were changed or deleted, those that were counted. */
const countedSql = `category, not seen and epoch = (select u.epoch from notification_unseen u
  where u.tenant_id = n.tenant_id and u.recipient = n.recipient and u.category = n.category) as counted`

/** Marks one as seen. Returns false where the recipient has no such notification. */
export async function markSeen(tx: Tx, tenantId: number, recipient: number, id: number): Promise<boolean> {
  await lockRecipient(tx, tenantId, recipient)
  const [found] = await query<{ category: NotificationCategory; counted: boolean }>(
    tx,
    `/*notification.find*/ select ${countedSql} from notification n
     where n.tenant_id = $1 and n.recipient = $2 and n.notification_id = $3`,
    [tenantId, recipient, id],
  )
  if (!found) return false
  await query(
    tx,
    `/*notification.seen*/ update notification set seen = true
     where tenant_id = $1 and recipient = $2 and notification_id = $3 and not seen`,
    [tenantId, recipient, id],
  )
  if (found.counted) await moveCounts(tx, tenantId, [{ recipient, category: found.category }], -1)
  return true
}

/** Marks all of some categories as seen, however many there are: their next epoch begins. */
export async function markAllSeen(
  tx: Tx,
  tenantId: number,
  recipient: number,
  categories: readonly NotificationCategory[],
): Promise<void> {
  await lockRecipient(tx, tenantId, recipient)
  await query(
    tx,
    `/*notification.seen-all*/ update notification_unseen set n = 0, epoch = epoch + 1
     where tenant_id = $1 and recipient = $2 and category = any($3::text[]) and n > 0`,
    [tenantId, recipient, categories],
  )
}

/** Drops notifications that their recipient may not see, or does not want. Returns how many of them were unseen. */
export async function dropNotifications(
  tx: Tx,
  tenantId: number,
  recipient: number,
  ids: readonly number[],
): Promise<number> {
  if (ids.length === 0) return 0
  await lockRecipient(tx, tenantId, recipient)
  const dropped = await query<{ category: NotificationCategory; counted: boolean }>(
    tx,
    `/*notification.drop*/ delete from notification n
     where n.tenant_id = $1 and n.recipient = $2 and n.notification_id = any($3::bigint[]) returning ${countedSql}`,
    [tenantId, recipient, ids],
  )
  const counted = dropped.filter((one) => one.counted).map(({ category }) => ({ recipient, category }))
  await moveCounts(tx, tenantId, counted, -1)
  return counted.length
}

/** Drops the unseen notifications of some kinds, which their recipient has turned off. */
export async function dropKinds(
  tx: Tx,
  tenantId: number,
  recipient: number,
  kinds: readonly string[],
): Promise<void> {
  const rows = await query<{ id: number }>(
    tx,
    `/*notification.of-kinds*/ select n.notification_id as id from notification_unseen u
     join notification n on n.tenant_id = u.tenant_id and n.recipient = u.recipient and n.category = u.category
       and n.epoch = u.epoch and not n.seen
     where u.tenant_id = $1 and u.recipient = $2 and n.kind = any($3::text[])`,
    [tenantId, recipient, kinds],
  )
  await dropNotifications(
    tx,
    tenantId,
    recipient,
    rows.map(({ id }) => id),
  )
}

/** Deletes a few of what has not changed since `before`, and the notes of events from before. Returns how many. */
export async function forgetNotifications(tx: Tx, tenantId: number, before: Date): Promise<number> {
  const old = await query<Touched & { id: number }>(
    tx,
    `/*notification.old*/ select recipient, category, notification_id as id from notification
     where tenant_id = $1 and created_at < $2 and updated_at < $2 order by created_at limit 1000`,
    [tenantId, before],
  )
  if (old.length > 0) await lockCounts(tx, tenantId, old)
  const deleted = await query<Touched & { counted: boolean }>(
    tx,
    `/*notification.forget*/ delete from notification n
     where n.tenant_id = $1 and n.notification_id = any($2::bigint[]) returning n.recipient, ${countedSql}`,
    [tenantId, old.map(({ id }) => id)],
  )
  await moveCounts(
    tx,
    tenantId,
    deleted.filter(({ counted }) => counted),
    -1,
  )
  const sources = await query(
    tx,
    `/*notification.forget-source*/ delete from notification_source where tenant_id = $1 and event_id in (
       select event_id from notification_source where tenant_id = $1 and at < $2 limit 1000) returning 1 as gone`,
    [tenantId, before],
  )
  return deleted.length + sources.length
}

/** Records which the user follows, or does not although they own them. */
export async function setFollow(
  db: Db,
  tenantId: number,
  recordId: number,
  userId: number,
  follows: boolean,
): Promise<void> {
  await query(
    db,
    `/*notification.follow*/ insert into notification_follow (tenant_id, record_id, user_id, follows)
     values ($1, $2, $3, $4)
     on conflict (tenant_id, record_id, user_id) do update set follows = excluded.follows`,
    [tenantId, recordId, userId, follows],
  )
}
