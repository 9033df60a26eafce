import { findLevel, type LevelId } from '@steward/contracts/level'
import {
  listQuerySchema,
  type ListQuery,
  type PartialRecord,
  type partialQuery,
  type RecordBody,
  type RecordList,
} from '@steward/contracts/record'
import type { z } from 'zod'
import type { Actor } from '../../platform/actor.ts'
import { invalid } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Neighbours } from './record.context.ts'
import { listRecords } from './record.list.ts'
import { findContactIds, findIdsByEmail } from './record.read-model.ts'
import { chooseWay, findByExternalId, searchPartial, sampleNames } from './record.search.read-model.ts'
import type { RecordService } from './record.service.ts'

function byIds(ids: number[]): ListQuery {
  return { ...listQuerySchema.parse({ pageSize: 5000 }), ids }
}

/** Finding records: lists, parts of names, e-mail addresses, external ids. */
export function createRecordLookup(platform: Platform, neighbours: Neighbours, records: RecordService) {
  const list = (actor: Actor, level: LevelId, query: ListQuery): Promise<RecordList> =>
    listRecords(platform, neighbours, actor, level, query)
  const samples = platform.caches.create('record.names', (tenantId, db) => sampleNames(db, tenantId))
  const dbOf = (actor: Actor) => platform.database.tenant(actor.tenantId)

  return {
    list,

    async partial(
      actor: Actor,
      level: LevelId,
      query: z.output<typeof partialQuery>,
    ): Promise<PartialRecord[]> {
      const { limit, mandatoryIds = [] } = query
      const name = query.name || undefined
      const way = name ? chooseWay((await samples.get(actor.tenantId)).get(level), name, limit) : 'walk'
      return searchPartial(dbOf(actor), actor, level, { name, mandatoryIds, limit }, way)
    },

    /** Records of the named levels that carry an external id. */
    byExternalId(actor: Actor, levelNames: string, externalId: string): Promise<PartialRecord[]> {
      const ids = levelNames.split(',').map((name): LevelId => {
        const level = findLevel(name.trim())
        if (!level)
          throw invalid('entity.level', { levels: `There is no level "${name.trim().slice(0, 50)}".` })
        return level.id
      })
      return findByExternalId(dbOf(actor), actor, ids, externalId)
    },

    async contactsByEmail(actor: Actor, emails: readonly string[]): Promise<RecordBody[]> {
      const ids = await findIdsByEmail(dbOf(actor), actor, emails)
      return ids.length === 0 ? [] : (await list(actor, 3, byIds(ids))).data
    },

    async contactsOf(actor: Actor, level: 1 | 2, recordId: number): Promise<RecordList> {
      await records.read(actor, level, recordId)
      const ids = await findContactIds(
        dbOf(actor),
        actor,
        level === 1 ? 'organization_id' : 'account_id',
        recordId,
      )
      return list(actor, 3, byIds(ids))
    },
  }
}

export type RecordLookup = ReturnType<typeof createRecordLookup>
