import { query, type Db, type Tx } from '../../platform/db/database.ts'
import type { Choices } from './preference.rules.ts'

/**
 * The choices that hold for each of some users: their own, and the company's where they have none. Absent where neither
 * chose anything.
 */
export async function readPreferences(
  db: Db | Tx,
  tenantId: number,
  userIds: readonly number[],
): Promise<Map<number, Choices>> {
  const rows = await query<{ userId: number; choices: Choices }>(
    db,
    `/*notification.preferences*/ select x.user_id as "userId",
       coalesce(d.choices, '{}') || coalesce(p.choices, '{}') as choices
     from unnest($2::int[]) x(user_id)
     left join notification_default d on d.tenant_id = $1
     left join notification_preference p on p.tenant_id = $1 and p.user_id = x.user_id
     where d.tenant_id is not null or p.tenant_id is not null`,
    [tenantId, userIds],
  )
  return new Map(rows.map(({ userId, choices }) => [userId, choices]))
}

/** Reads a user's own choices, without the company's. */
export async function readChoices(db: Db, tenantId: number, userId: number): Promise<Choices> {
  const rows = await query<{ choices: Choices }>(
    db,
    `/*notification.choices*/ select choices from notification_preference where tenant_id = $1 and user_id = $2`,
    [tenantId, userId],
  )
  return rows[0]?.choices ?? {}
}

/** Reads what a user chose; they can't change it elsewhere until the transaction ends. */
export async function lockChoices(tx: Tx, tenantId: number, userId: number): Promise<Choices> {
  const rows = await query<{ choices: Choices }>(
    tx,
    `/*notification.choices-locked*/ insert into notification_preference as p (tenant_id, user_id) values ($1, $2)
     on conflict (tenant_id, user_id) do update set choices = p.choices returning choices`,
    [tenantId, userId],
  )
  return rows[0]?.choices ?? {}
}

export async function setChoices(tx: Tx, tenantId: number, userId: number, choices: Choices): Promise<void> {
  await query(
    tx,
    `/*notification.choose*/ update notification_preference set choices = $3
     where tenant_id = $1 and user_id = $2`,
    [tenantId, userId, JSON.stringify(choices)],
  )
}

/** The company's choices. */
export async function readDefaults(db: Db, tenantId: number): Promise<Choices> {
  const rows = await query<{ choices: Choices }>(
    db,
    `/*notification.defaults*/ select choices from notification_default where tenant_id = $1`,
    [tenantId],
  )
  return rows[0]?.choices ?? {}
}

/** Reads the company's choices; no one else can change them until the transaction ends. */
export async function lockDefaults(tx: Tx, tenantId: number): Promise<Choices> {
  const rows = await query<{ choices: Choices }>(
    tx,
    `/*notification.defaults-locked*/ insert into notification_default as d (tenant_id) values ($1)
     on conflict (tenant_id) do update set choices = d.choices returning choices`,
    [tenantId],
  )
  return rows[0]?.choices ?? {}
}

export async function setDefaults(tx: Tx, tenantId: number, choices: Choices): Promise<void> {
  await query(
    tx,
    `/*notification.set-defaults*/ update notification_default set choices = $2 where tenant_id = $1`,
    [tenantId, JSON.stringify(choices)],
  )
}
