import type { z } from 'zod'
import { roleIds } from '@steward/contracts/plain/permission'
import type { recentChangesSchema, RecentQuery } from '@steward/contracts/record-history'
import type { Actor } from '../../platform/actor.ts'
import type { Platform } from '../../platform/platform.ts'
import { findRecordNames } from '../record/index.ts'
import type { createHistory } from './ledger.history.service.ts'
import { itemKey, type createItemUndo } from './ledger.item.ts'
import { listRecentSets } from './ledger.recent.read-model.ts'

type RecentChanges = z.input<typeof recentChangesSchema>

/** What people did lately, whatever it was about. */
export function createRecent(
  { database }: Platform,
  {
    originOf,
    items,
  }: Pick<ReturnType<typeof createHistory>, 'originOf'> & {
    items: Pick<ReturnType<typeof createItemUndo>, 'titlesOf'>
  },
) {
  return {
    /** Newest first; a Normal User gets only their own. Names are of records and items that the actor sees. */
    async recent(actor: Actor, { before, limit }: RecentQuery): Promise<RecentChanges> {
      const db = database.tenant(actor.tenantId)
      const by = actor.roleId === roleIds.normalUser ? actor.userId : null
      const rows = await listRecentSets(db, actor.tenantId, { by, before, limit: limit + 1 })
      const page = rows.slice(0, limit)
      const names = await findRecordNames(
        db,
        actor,
        page.flatMap(({ sample }) => sample),
      )
      const titles = await items.titlesOf(
        db,
        actor,
        page.flatMap(({ records, item_sample: sample }) => (records === 0 ? sample : [])),
      )
      const data = await Promise.all(
        page.map(async (row) => ({
          changeSetId: row.change_set_id,
          at: row.at.toISOString(),
          ...(await originOf(actor, row)),
          action: row.action,
          records: row.records,
          items: row.items,
          names:
            row.records === 0
              ? row.item_sample.flatMap((item) => titles.get(itemKey(item)) ?? [])
              : row.sample.flatMap((id) => names.get(id) ?? []),
          undoneBy: row.undone_by,
          undoOf: row.undo_of,
        })),
      )
      return { data, hasMore: rows.length > page.length }
    },
  }
}
