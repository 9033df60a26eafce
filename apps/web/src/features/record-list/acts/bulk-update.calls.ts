import { queryOptions } from '@tanstack/react-query'
import type { BulkJob } from '@steward/contracts/bulk'
import type { Level } from '@steward/contracts/level'
import type { BulkUpdateChange, BulkUpdatePreview, Selection } from '@steward/contracts/bulk-update'
import { api, send } from '../../../api/client.ts'

export interface BulkUpdate {
  level: Level
  selection: Selection
  change: BulkUpdateChange
}

function bodyOf({ level, selection, change }: BulkUpdate) {
  return { type: 'massUpdate' as const, level: level.name, selection, change }
}

/** What a bulk update would come to; asked again each time, as it decides what is confirmed. */
export function bulkUpdatePreviewQuery(update: BulkUpdate) {
  return queryOptions({
    queryKey: ['records', update.level.name, 'bulk-update-preview', update.selection, update.change],
    queryFn: async ({ signal }): Promise<BulkUpdatePreview> =>
      (await send(api.POST('/core/entity/bulk/mass-update/preview', { body: bodyOf(update), signal }))).data,
    staleTime: 0,
    gcTime: 0,
  })
}

export async function startBulkUpdate(update: BulkUpdate): Promise<BulkJob> {
  return (await send(api.POST('/core/entity/bulk', { body: bodyOf(update) }))).data
}
