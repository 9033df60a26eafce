import { query, type Db, type Tx } from '../../platform/db/database.ts'

/** The state of a user's mails. */
export interface MailState {
  dueAt: Date | null
  mailedPosition: number
}

export async function readMail(
  db: Db | Tx,
  tenantId: number,
  userId: number,
  lock = false,
): Promise<MailState | undefined> {
  const rows = await query<MailState>(
    db,
    `/*notification.mail${lock ? '-locked' : ''}*/ select due_at as "dueAt", mailed_position as "mailedPosition"
     from notification_mail where tenant_id = $1 and user_id = $2 ${lock ? 'for update' : ''}`,
    [tenantId, userId],
  )
  return rows[0]
}

/** Which of some users wait for a mail already. The caller has locked their counts, so that none is sent meanwhile. */
export async function findWaiting(
  tx: Tx,
  tenantId: number,
  userIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await query<{ userId: number }>(
    tx,
    `/*notification.mail-waiting*/ select user_id as "userId" from notification_mail
     where tenant_id = $1 and user_id = any($2::int[]) and due_at is not null`,
    [tenantId, userIds],
  )
  return new Set(rows.map(({ userId }) => userId))
}

/** Sets when the mails of users are due, of those who wait for none. Returns who they are. */
export async function beginWaiting(
  tx: Tx,
  tenantId: number,
  mails: readonly { userId: number; dueAt: Date }[],
): Promise<Set<number>> {
  const rows = await query<{ userId: number }>(
    tx,
    `/*notification.mail-due*/ insert into notification_mail as m (tenant_id, user_id, due_at)
     select $1, x.user_id, x.due_at from unnest($2::int[], $3::timestamptz[]) x(user_id, due_at) order by 2
     on conflict (tenant_id, user_id) do update set due_at = excluded.due_at where m.due_at is null
     returning user_id as "userId"`,
    [tenantId, mails.map(({ userId }) => userId), mails.map(({ dueAt }) => dueAt)],
  )
  return new Set(rows.map(({ userId }) => userId))
}

/** Sets the state of a user's mails. */
export async function setMail(
  tx: Tx,
  tenantId: number,
  userId: number,
  { dueAt, mailedPosition }: MailState,
): Promise<void> {
  await query(
    tx,
    `/*notification.mailed*/ update notification_mail set due_at = $3, mailed_position = $4
     where tenant_id = $1 and user_id = $2`,
    [tenantId, userId, dueAt, mailedPosition],
  )
}

/** Whether something came after a position that its recipient has not seen. */
export async function hasNewer(
  tx: Tx,
  tenantId: number,
  recipient: number,
  position: number,
): Promise<boolean> {
  const rows = await query(
    tx,
    `/*notification.newer*/ select 1 as newer from notification_unseen u
     join notification n on n.tenant_id = u.tenant_id and n.recipient = u.recipient and n.category = u.category
       and n.epoch = u.epoch and not n.seen and n.position > $3
     where u.tenant_id = $1 and u.recipient = $2 limit 1`,
    [tenantId, recipient, position],
  )
  return rows.length > 0
}
