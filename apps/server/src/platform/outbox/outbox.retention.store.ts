import { query, type Db } from '../db/database.ts'
import type { Retention } from '../module.ts'

/** Days for which entries are kept after they ended. */
const keptDays = 30
const most = 1000

/** Entries of the outbox that ended long ago are deleted, with their attempts. */
export function outboxRetention(dbOf: (tenantId: number) => Db): Retention {
  return {
    name: 'outbox entries',
    days: keptDays,
    async forget(tenantId, before) {
      const rows = await query<{ n: number }>(
        dbOf(tenantId),
        `/*outbox.forget*/
        with old as (
          select item_id from outbox_item where tenant_id = $1 and ended_at < $2 order by ended_at limit $3),
        gone as (
          delete from outbox_item i using old where i.tenant_id = $1 and i.item_id = old.item_id returning 1)
        select count(*)::int as n from gone`,
        [tenantId, before, most],
      )
      return rows[0]?.n ?? 0
    },
  }
}
