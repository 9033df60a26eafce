import { queryOptions } from '@tanstack/react-query'
import type { BulkJob } from '@steward/contracts/bulk'
import type { Level } from '@steward/contracts/level'
import type { MassChange, MassPreview, Selection } from '@steward/contracts/mass-update'
import { api, send } from '../../../api/client.ts'

export interface MassUpdate {
  level: Level
  selection: Selection
  change: MassChange
}

function bodyOf({ level, selection, change }: MassUpdate) {
  return { type: 'massUpdate' as const, level: level.name, selection, change }
}

/** What a mass update would come to; asked again each time, as it decides what is confirmed. */
export function massPreviewQuery(update: MassUpdate) {
  return queryOptions({
    queryKey: ['records', update.level.name, 'mass-preview', update.selection, update.change],
    queryFn: async ({ signal }): Promise<MassPreview> =>
      (await send(api.POST('/core/entity/bulk/mass-update/preview', { body: bodyOf(update), signal }))).data,
    staleTime: 0,
    gcTime: 0,
  })
}

export async function startMassUpdate(update: MassUpdate): Promise<BulkJob> {
  return (await send(api.POST('/core/entity/bulk', { body: bodyOf(update) }))).data
}
