import type { LevelId } from '@steward/contracts/level'
import { transact, type Tx } from '../../platform/db/database.ts'
import { addJob, type Task } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { fromCustom, type CatalogueField } from './field.catalogue.ts'
import {
  createIndexSql,
  createStatisticsSql,
  indexName,
  indexUseFor,
  isKeepable,
  statisticsName,
  type IndexUse,
} from './field-index.rules.ts'
import {
  buildIndex,
  dropIndex,
  dropKept,
  dropStatistics,
  fillValues,
  findIndexedField,
  forgetIndexes,
  forgetValues,
  hasIndexes,
  listIndexNames,
  markFilled,
  markReady,
  noteIndex,
  noteKept,
  teachPlanner,
} from './field-index.store.ts'
import type { KeptAmounts } from './kept-amount.service.ts'

interface IndexPayload {
  tenantId: number
  fieldId: number
  use: IndexUse
}

type DropPayload = Pick<IndexPayload, 'tenantId' | 'fieldId'>

/** Two builds on one table at a time would wait for each other. */
export const indexQueue = 'field.index'

/** Indexes that come into being for the custom fields by which large lists are sorted and searched. */
export function createFieldIndexService(
  platform: Platform,
  amounts: Pick<KeptAmounts, 'fill'>,
  forget: (tenantId: number) => Promise<void>,
) {
  const requested = new Set<string>()
  const { owner } = platform.database

  async function request(payload: IndexPayload, field: CatalogueField): Promise<void> {
    const { tenantId, fieldId, use } = payload
    await transact(platform.database.tenant(tenantId), async (tx) => {
      const isNew = await noteIndex(tx, tenantId, { fieldId, use, name: indexName(tenantId, fieldId, use) })
      if (!isNew) return
      if (isKeepable(field)) await noteKept(tx, tenantId, fieldId, field.kind)
      await addJob(tx, { task: 'field.index', payload, queue: indexQueue })
    })
  }

  /** Keeps what no one has written since the index was asked for. Making it waited for all who did not know. */
  async function fill(tenantId: number, fieldId: number, field: CatalogueField, signal: AbortSignal) {
    // What is kept of an amount depends on rates as well, which may be others by now.
    if (field.dataType === 'currency') return amounts.fill(tenantId, fieldId, signal)
    await fillValues(owner, tenantId, fieldId)
    await markFilled(owner, tenantId, fieldId, platform.clock.now())
    await forget(tenantId)
  }

  const build: Task = async (payload, { signal }) => {
    const { tenantId, fieldId, use } = payload as IndexPayload
    const row = await findIndexedField(owner, tenantId, fieldId)
    if (!row || row.deleted_at) return
    const field = fromCustom(row, [])
    const statement = createIndexSql({ field, fieldId, use, tenantId, level: row.level })
    const isNew = await buildIndex(owner, indexName(tenantId, fieldId, use), statement)
    if (isKeepable(field)) await fill(tenantId, fieldId, field, signal)
    else if (isNew) await teachPlanner(owner, createStatisticsSql(field, tenantId, fieldId))
    await markReady(owner, { tenantId, fieldId, use, at: platform.clock.now() })
  }

  const drop: Task = async (payload) => {
    const { tenantId, fieldId } = payload as DropPayload
    await forgetValues(owner, tenantId, fieldId)
    for (const name of await listIndexNames(owner, tenantId, fieldId)) await dropIndex(owner, name)
    await dropStatistics(owner, statisticsName(tenantId, fieldId))
    await forgetIndexes(owner, tenantId, fieldId)
  }

  return {
    tasks: { 'field.index': build, 'field.index_drop': drop },

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
        await request({ tenantId, fieldId: field.fieldId, use: served }, field)
      } catch (error) {
        // The list that asked does not need it to answer; a later one asks again.
        requested.delete(key)
        platform.log.warn({ err: error, key }, 'an index could not be asked for')
      }
    },

    /** In the transaction that deletes a field: its indexes and kept values go too. */
    async dropIndexes(tx: Tx, tenantId: number, fieldId: number): Promise<void> {
      if (!(await hasIndexes(tx, tenantId, fieldId))) return
      await dropKept(tx, tenantId, fieldId)
      await addJob(tx, { task: 'field.index_drop', payload: { tenantId, fieldId }, queue: indexQueue })
    },
  }
}

export type FieldIndexService = ReturnType<typeof createFieldIndexService>
