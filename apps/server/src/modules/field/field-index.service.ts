import type { LevelId } from '@steward/contracts/level'
import { transact, type Tx } from '../../platform/db/database.ts'
import { addJob, type Task } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { schedule, type DueHandler } from '../../platform/schedule/schedule.ts'
import { fromCustom, type CatalogueField } from './field.catalogue.ts'
import type { FieldRow } from './field.store.ts'
import {
  createIndexSql,
  createStatisticsSql,
  indexName,
  indexUseFor,
  statisticsName,
  type IndexUse,
} from './field-index.rules.ts'
import {
  buildIndex,
  dropIndex,
  dropStatistics,
  findIndexedField,
  forgetChanges,
  forgetIndex,
  forgetIndexes,
  hasIndexes,
  isNoted,
  listIndexNames,
  markReady,
  noteIndex,
  teachPlanner,
  tidySlots,
  watchChanges,
} from './field-index.store.ts'
import { outwaitWriters } from './slot-amount.store.ts'
import { freeSlots } from './slot.store.ts'

interface IndexPayload {
  tenantId: number
  fieldId: number
  use: IndexUse
}

type DropPayload = Pick<IndexPayload, 'tenantId' | 'fieldId'>

/** Two builds on one table at a time would wait for each other. */
export const indexQueue = 'field.index'

/** After this long every process has noticed that a field is deleted: twice what a cache may be behind. */
const mostStaleMs = 60_000

const slotFree = 'field.slot_free'

/** Indexes that come into being for the custom fields by which large lists are sorted and searched. */
export function createFieldIndexService(platform: Platform, forget: (tenantId: number) => Promise<void>) {
  const requested = new Set<string>()
  const { owner } = platform.database

  async function request(payload: IndexPayload, field: CatalogueField, level: LevelId): Promise<void> {
    const { tenantId, fieldId, use } = payload
    await transact(platform.database.tenant(tenantId), async (tx) => {
      const isNew = await noteIndex(tx, tenantId, { fieldId, use, name: indexName(tenantId, fieldId, use) })
      if (!isNew) return
      if (field.slots) await watchChanges(tx, tenantId, level, fieldId)
      await addJob(tx, { task: 'field.index', payload, queue: indexQueue })
    })
  }

  const build: Task = async (payload) => {
    const { tenantId, fieldId, use } = payload as IndexPayload
    const row = await findIndexedField(owner, tenantId, fieldId)
    if (!row || row.deleted_at) return
    const field = fromCustom(row, [])
    // The type of the field may have changed since the index was asked for: then it is of no use, and would refuse
    // values of yet another type.
    if (indexUseFor(field, use) !== use || !(await isNoted(owner, tenantId, fieldId, use))) {
      await forgetIndex(owner, tenantId, fieldId, use)
      return
    }
    const statement = createIndexSql({ field, fieldId, use, tenantId, level: row.level })
    const isNew = await buildIndex(owner, indexName(tenantId, fieldId, use), statement)
    if (field.slots) await tidySlots(owner, row.level)
    else if (isNew) await teachPlanner(owner, createStatisticsSql(field, tenantId, fieldId))
    await markReady(owner, { tenantId, fieldId, use, at: platform.clock.now() })
    await forget(tenantId)
  }

  /** Drops what speeds up lists by a field. They ask for it again when they need it. */
  async function dropNow(tenantId: number, fieldId: number): Promise<void> {
    for (const key of requested) if (key.split(':')[2] === String(fieldId)) requested.delete(key)
    for (const name of await listIndexNames(owner, tenantId, fieldId)) await dropIndex(owner, name)
    await dropStatistics(owner, statisticsName(tenantId, fieldId))
    await forgetIndexes(owner, tenantId, fieldId)
    await forgetChanges(owner, tenantId, fieldId)
  }

  const drop: Task = (payload) => {
    const { tenantId, fieldId } = payload as DropPayload
    return dropNow(tenantId, fieldId)
  }

  const free: Task = async (payload, { signal }) => {
    const { tenantId, fieldId } = payload as DropPayload
    await outwaitWriters(owner, signal)
    await freeSlots(owner, tenantId, fieldId)
  }

  const askToFree: DueHandler = (tenantId, { key }) => {
    const payload = { tenantId, fieldId: Number(key) }
    return addJob(platform.database.tenant(tenantId), { task: slotFree, payload, queue: indexQueue })
  }

  return {
    tasks: { 'field.index': build, 'field.index_drop': drop, [slotFree]: free },
    due: { [slotFree]: askToFree },
    dropNow,

    /**
     * Asks for the index that serves a large list sorted (`asc`, `desc`) or filtered (`match`) by a
     * custom field. A job makes it. Asking again costs nothing; a built-in field or one that cannot be
     * indexed is passed over.
     */
    async requestIndex(
      tenantId: number,
      field: CatalogueField,
      level: LevelId,
      use: IndexUse,
    ): Promise<void> {
      const served = indexUseFor(field, use)
      if (field.fieldId === null || served === null) return
      const key = `${tenantId}:${level}:${field.fieldId}:${served}`
      if (requested.has(key)) return
      requested.add(key)
      try {
        await request({ tenantId, fieldId: field.fieldId, use: served }, field, level)
      } catch (error) {
        // The list that asked does not need it to answer; a later one asks again.
        requested.delete(key)
        platform.log.warn({ err: error, key }, 'an index could not be asked for')
      }
    },

    /**
     * In the transaction that deletes a field: its indexes go too, and its slots are free again once every process has
     * noticed that it is deleted.
     */
    async dropIndexes(tx: Tx, tenantId: number, { field_id: fieldId, slot }: FieldRow): Promise<void> {
      const payload = { tenantId, fieldId }
      if (await hasIndexes(tx, tenantId, fieldId)) {
        await addJob(tx, { task: 'field.index_drop', payload, queue: indexQueue })
      }
      if (slot !== null) {
        const dueAt = new Date(platform.clock.now().getTime() + mostStaleMs)
        await schedule(tx, tenantId, { kind: slotFree, key: String(fieldId), dueAt })
      }
    },
  }
}

export type FieldIndexService = ReturnType<typeof createFieldIndexService>
