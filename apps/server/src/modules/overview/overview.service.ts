import { levelOf, type LevelId } from '@steward/contracts/level'
import type { Overview } from '@steward/contracts/overview'
import { overviewCards, type OverviewCard } from '@steward/contracts/plain/overview-card'
import type { Actor } from '../../platform/actor.ts'
import { notFound } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { FieldService } from '../field/index.ts'
import type { UserService } from '../user-management/index.ts'
import { putCards } from './overview.layout.store.ts'
import { readOverview } from './overview.read-model.ts'
import { presentOverview } from './overview.present.ts'

export interface Neighbours {
  fields: FieldService
  users: UserService
}

/** What the page of a record shows first. */
export function createOverviewService(platform: Platform, { fields, users }: Neighbours) {
  return {
    /** Keeps which cards the caller wants to see at a level, and answers them; null for the usual ones. */
    async putCards(
      { tenantId, userId }: Actor,
      level: LevelId,
      cards: OverviewCard[] | null,
    ): Promise<OverviewCard[]> {
      await putCards(platform.database.tenant(tenantId), tenantId, userId, level, cards)
      return cards ?? [...overviewCards]
    },

    /** Error: not_found `record.unknown`. */
    async read(actor: Actor, level: LevelId, recordId: number): Promise<Overview> {
      const [pipelineFields, directory] = await Promise.all([
        fields.catalogue(actor.tenantId, 4),
        users.directory(actor.tenantId),
      ])
      const amount = pipelineFields.fields.find(
        ({ fieldId, dataType }) => fieldId !== null && dataType === 'currency',
      )
      const db = platform.database.tenant(actor.tenantId)
      const row = await readOverview(db, actor, level, recordId, amount?.key ?? null)
      if (row) return presentOverview(row, directory)
      throw notFound('record.unknown', `This ${levelOf(level).name} does not exist, or you can't see it.`)
    },
  }
}

export type OverviewService = ReturnType<typeof createOverviewService>
