import { query, type Db, type Tx } from '../../platform/db/database.ts'

/** Sets or takes away a user's bookmark; without `status` the other way round. Returns what it is now. */
export async function setBookmark(
  tx: Tx,
  tenantId: number,
  userId: number,
  itemId: number,
  status: boolean | undefined,
): Promise<boolean> {
  const rows = await query(
    tx,
    'select from timeline_bookmark where tenant_id = $1 and user_id = $2 and item_id = $3',
    [tenantId, userId, itemId],
  )
  const next = status ?? rows.length === 0
  await query(
    tx,
    next
      ? 'insert into timeline_bookmark (tenant_id, user_id, item_id) values ($1, $2, $3) on conflict do nothing'
      : 'delete from timeline_bookmark where tenant_id = $1 and user_id = $2 and item_id = $3',
    [tenantId, userId, itemId],
  )
  return next
}

/** Pins an item on all pages on which it is, or takes the pin away. */
export async function setPin(tx: Tx, tenantId: number, itemId: number, pinnedAt: Date | null): Promise<void> {
  await query(tx, 'update timeline_item set pinned_at = $3 where tenant_id = $1 and item_id = $2', [
    tenantId,
    itemId,
    pinnedAt,
  ])
  await query(tx, 'update timeline_place set pinned = $3 where tenant_id = $1 and item_id = $2', [
    tenantId,
    itemId,
    pinnedAt !== null,
  ])
}

export interface Concerned {
  itemId: number
  userId: number
}

/**
 * Which users may read which items. `readable` gives for a user the condition over the item `i`; users of
 * whom it is known that they may not are left out by the caller.
 */
export async function findReaders(
  db: Db | Tx,
  tenantId: number,
  asked: readonly Concerned[],
  readable: (userId: number) => string,
): Promise<Concerned[]> {
  if (asked.length === 0) return []
  const byUser = Map.groupBy(asked, ({ userId }) => userId)
  const values: unknown[] = [tenantId]
  const parts = [...byUser].map(([userId, items]) => {
    values.push(items.map(({ itemId }) => itemId))
    return `select i.item_id, ${Number(userId)} as user_id from timeline_item i
      where i.tenant_id = $1 and i.item_id = any($${values.length}::bigint[]) and ${readable(userId)}`
  })
  const rows = await query<{ item_id: number; user_id: number }>(db, parts.join(' union all '), values)
  return rows.map((row) => ({ itemId: row.item_id, userId: row.user_id }))
}

/** Marks items as unread for users. A mention stays one, whatever comes after. */
export async function markUnread(
  tx: Tx,
  tenantId: number,
  concerned: readonly Concerned[],
  mentioned: boolean,
  since: Date,
): Promise<void> {
  if (concerned.length === 0) return
  await query(
    tx,
    `insert into timeline_unread as u (tenant_id, user_id, item_id, mentioned, since)
     select distinct $1::int, x.user_id, x.item_id, $4::boolean, $5::timestamptz
     from unnest($2::int[], $3::bigint[]) x(user_id, item_id)
     order by 2, 3
     on conflict (tenant_id, user_id, item_id) do update set mentioned = u.mentioned or excluded.mentioned`,
    [
      tenantId,
      concerned.map(({ userId }) => userId),
      concerned.map(({ itemId }) => itemId),
      mentioned,
      since,
    ],
  )
}

/** The user has looked at these items. */
export async function markSeen(
  db: Db,
  tenantId: number,
  userId: number,
  itemIds: readonly number[],
): Promise<void> {
  await query(
    db,
    'delete from timeline_unread where tenant_id = $1 and user_id = $2 and item_id = any($3::bigint[])',
    [tenantId, userId, itemIds],
  )
}
