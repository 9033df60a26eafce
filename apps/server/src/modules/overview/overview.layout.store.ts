import type { LevelId } from '@steward/contracts/level'
import type { OverviewCard } from '@steward/contracts/plain/overview-card'
import { query, type Db } from '../../platform/db/database.ts'

/** Keeps which cards a user wants to see at a level; null forgets it. */
export async function putCards(
  db: Db,
  tenantId: number,
  userId: number,
  level: LevelId,
  cards: readonly OverviewCard[] | null,
): Promise<void> {
  const text =
    cards === null
      ? '/*overview.forget*/ delete from overview_layout where tenant_id = $1 and user_id = $2 and level = $3'
      : `/*overview.put*/ insert into overview_layout (tenant_id, user_id, level, cards)
         values ($1, $2, $3, $4)
         on conflict (tenant_id, user_id, level) do update set cards = excluded.cards`
  await query(db, text, [tenantId, userId, level, ...(cards === null ? [] : [cards])])
}
