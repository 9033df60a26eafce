import type { NotificationPreferences } from '@steward/contracts/notification'
import { notificationSwitches } from '@steward/contracts/plain/notification'
import { query, type Db, type Tx } from '../../platform/db/database.ts'
import type { StoredPreferences } from './preference.rules.ts'

/** The preferences of users who have set some. */
export async function readPreferences(
  db: Db | Tx,
  tenantId: number,
  userIds: readonly number[],
): Promise<Map<number, StoredPreferences>> {
  const rows = await query<StoredPreferences & { userId: number }>(
    db,
    `/*notification.preferences*/ select user_id as "userId", switches, mail_timing as "mailTiming",
       digest_hour as "digestHour", quiet_from as "quietFrom", quiet_to as "quietTo", browser
     from notification_preference where tenant_id = $1 and user_id = any($2::int[])`,
    [tenantId, userIds],
  )
  return new Map(rows.map(({ userId, ...stored }) => [userId, stored]))
}

/** Reads the preferences of a user, who cannot change them elsewhere until the transaction ends. */
export async function lockPreferences(
  tx: Tx,
  tenantId: number,
  userId: number,
): Promise<StoredPreferences | undefined> {
  await query(
    tx,
    `/*notification.preference*/ insert into notification_preference as p (tenant_id, user_id) values ($1, $2)
     on conflict (tenant_id, user_id) do update set browser = p.browser`,
    [tenantId, userId],
  )
  return (await readPreferences(tx, tenantId, [userId])).get(userId)
}

export async function setPreferences(
  tx: Tx,
  tenantId: number,
  userId: number,
  preferences: NotificationPreferences,
): Promise<void> {
  const switches = Object.fromEntries(notificationSwitches.map((name) => [name, preferences[name]]))
  await query(
    tx,
    `/*notification.prefer*/ update notification_preference
     set switches = $3, mail_timing = $4, digest_hour = $5, quiet_from = $6, quiet_to = $7, browser = $8
     where tenant_id = $1 and user_id = $2`,
    [
      tenantId,
      userId,
      JSON.stringify(switches),
      preferences.mailTiming,
      preferences.digestHour,
      preferences.quietFrom,
      preferences.quietTo,
      preferences.browserNotifications,
    ],
  )
}
