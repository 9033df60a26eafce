import type { LevelId } from '@steward/contracts/level'
import type { StatBarScope } from '@steward/contracts/plain/user-settings/stat-bar'
import { query, type Db } from '../../platform/db/database.ts'

/** The user whose stat bar it is, and its place. */
export interface StatBarKey {
  tenantId: number
  userId: number
  scope: StatBarScope
  level: LevelId
}

/** The widgets that a user chose; null where they have not. */
export async function findWidgets(
  db: Db,
  { tenantId, userId, scope, level }: StatBarKey,
): Promise<string[] | null> {
  const rows = await query<{ widgets: string[] }>(
    db,
    `/*stat-bar.find*/ select widgets from stat_bar
     where tenant_id = $1 and user_id = $2 and scope = $3 and level = $4`,
    [tenantId, userId, scope, level],
  )
  return rows[0]?.widgets ?? null
}

/** Keeps the widgets that a user chose; null forgets them. */
export async function putWidgets(
  db: Db,
  { tenantId, userId, scope, level }: StatBarKey,
  widgets: readonly string[] | null,
): Promise<void> {
  const text =
    widgets === null
      ? `/*stat-bar.forget*/ delete from stat_bar
         where tenant_id = $1 and user_id = $2 and scope = $3 and level = $4`
      : `/*stat-bar.put*/ insert into stat_bar (tenant_id, user_id, scope, level, widgets)
         values ($1, $2, $3, $4, $5)
         on conflict (tenant_id, user_id, scope, level) do update set widgets = excluded.widgets`
  await query(db, text, [tenantId, userId, scope, level, ...(widgets === null ? [] : [widgets])])
}
