import type { z } from 'zod'
import { roleIds } from '@steward/contracts/plain/permission'
import type { recentChangesSchema, RecentQuery } from '@steward/contracts/record-history'
import type { Actor } from '../../platform/actor.ts'
import type { Platform } from '../../platform/platform.ts'
import { findRecordNames } from '../record/index.ts'
import type { createHistory } from './ledger.history.service.ts'
import { listRecentSets } from './ledger.recent.read-model.ts'

type RecentChanges = z.input<typeof recentChangesSchema>

/** What people did lately, whatever it was about. */
export function createRecent(
  { database }: Platform,
  { originOf }: Pick<ReturnType<typeof createHistory>, 'originOf'>,
) {
  return {
    /** Newest first; a Normal User gets only their own. Names are of records that the actor sees. */
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
      const data = await Promise.all(
        page.map(async (row) => ({
          changeSetId: row.change_set_id,
          at: row.at.toISOString(),
          ...(await originOf(actor, row)),
          action: row.action,
          records: row.records,
          names: row.sample.flatMap((id) => names.get(id) ?? []),
          undoneBy: row.undone_by,
          undoOf: row.undo_of,
        })),
      )
      return { data, hasMore: rows.length > page.length }
    },
  }
}
