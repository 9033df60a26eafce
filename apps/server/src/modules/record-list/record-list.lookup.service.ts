import { findLevel, type LevelId } from '@steward/contracts/level'
import {
  largestPageSize,
  listQuerySchema,
  type ListQuery,
  type PartialRecord,
  type partialQuery,
  type RecordBody,
  type RecordList,
} from '@steward/contracts/record'
import type { RecordTotal, recordTotalsQuery } from '@steward/contracts/record-totals'
import type { z } from 'zod'
import type { Actor } from '../../platform/actor.ts'
import { invalid } from '../../platform/errors.ts'
import type { JsonText } from '../../platform/json-text.ts'
import type { Platform } from '../../platform/platform.ts'
import type { CatalogueField } from '../field/index.ts'
import type { Count } from '../record/index.ts'
import { countAll, listRecords, requestIndexes } from './record-list.page.ts'
import { createPreparing } from './record-list.preparing.ts'
import { createCountMemory } from './record-list.memory.ts'
import type { Counted } from './record-list.page-sql.ts'
import { readTotalValues } from './record-list.read-model.ts'
import type { ListRequest } from './record-list.request.ts'
import type { ListNeighbours, ReadListContext } from './record-list.context.ts'
import { presentTotal, readTotals, type WorkedTotal } from './record-list.totals.ts'
import { sampleNames } from './record-list.sample.read-model.ts'
import {
  findByExternalId,
  findContactIds,
  findIdsByEmail,
  searchPartial,
} from './record-list.search.read-model.ts'
import { chooseWay } from './record-list.search.rules.ts'

function byIds(ids: number[]): ListQuery {
  return { ...listQuerySchema.parse({ pageSize: 5000 }), ids }
}

/** A board that is reloaded asks for all pages up to the current one as one. Throws `invalid_input` for a list. */
function preserved(query: ListQuery): ListQuery {
  if (!query.preserveList) return query
  const message = 'Preserving list is only available for board views'
  if (query.format !== 'board') throw invalid('list.preserve', { preserveList: message })
  return { ...query, page: 1, pageSize: Math.min(query.page * query.pageSize, largestPageSize) }
}

/** Finding records: lists, parts of names, e-mail addresses, external ids. */
export function createRecordLookup(
  platform: Platform,
  neighbours: ListNeighbours,
  readContext: ReadListContext,
) {
  const preparing = createPreparing(platform, readContext)
  const memory = createCountMemory<Counted>()

  async function list(actor: Actor, level: LevelId, query: ListQuery): Promise<JsonText<RecordList>> {
    return listRecords(platform, neighbours, await preparing.page(actor, level, preserved(query)), memory)
  }

  const samples = platform.caches.create('record.names', (tenantId, db) => sampleNames(db, tenantId))
  const dbOf = (actor: Actor) => platform.database.tenant(actor.tenantId)

  return {
    /** One page with its exact totals, as JSON. Throws `invalid_input` at what cannot be meant so. */
    list,

    /** Totals of everything that matches, as `sum(arr),count(name)` asks. Throws `invalid_input`. */
    async totals(
      actor: Actor,
      level: LevelId,
      { totals, ...query }: z.output<typeof recordTotalsQuery>,
    ): Promise<RecordTotal[]> {
      const { request, context } = await preparing.list(actor, level, query)
      const asked = readTotals(context, level, totals, request.reckoning)
      const worked = await readTotalValues(dbOf(actor), request, asked)
      return asked.map((total, at) => presentTotal(total, worked[at] as WorkedTotal, request.reckoning))
    },

    /** What a list asks of the database, for another view of the same records. Throws `invalid_input`. */
    prepare: preparing.list,

    /** How many records of the level the actor sees, given its kept counts. */
    countSeen: (request: ListRequest, counts: readonly Count[]): Promise<number> =>
      countAll(dbOf(request.actor), request, counts),

    /** Asks for the indexes that a view of a level of that size would be faster with. */
    requestIndexes: (request: ListRequest, size: number, beside: readonly CatalogueField[]): void =>
      requestIndexes(neighbours, request, size, beside),

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
        if (!level) throw invalid('entity.level', { levels: `Unknown level "${name.trim().slice(0, 50)}".` })
        return level.id
      })
      return findByExternalId(dbOf(actor), actor, ids, externalId)
    },

    async contactsByEmail(actor: Actor, emails: readonly string[]): Promise<RecordBody[]> {
      const ids = await findIdsByEmail(dbOf(actor), actor, emails)
      return ids.length === 0 ? [] : (await list(actor, 3, byIds(ids))).read().data
    },

    async contactsOf(actor: Actor, level: 1 | 2, recordId: number): Promise<JsonText<RecordList>> {
      await neighbours.records.read(actor, level, recordId)
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
