import type { BulkJob } from '@steward/contracts/bulk'
import type { BulkUpdatePreview, BulkUpdate } from '@steward/contracts/bulk-update'
import { importConfigSchema, type ImportConfig } from '@steward/contracts/sheet'
import type { Actor } from '../../platform/actor.ts'
import { transact } from '../../platform/db/database.ts'
import { invalid } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { countTargets, keepTargets } from './bulk-target.store.ts'
import { addBulkJob } from './bulk.jobs.ts'
import { describeSample, labelOf } from './bulk.update-words.ts'
import { presentJob } from './bulk.present.ts'
import type { BulkNeighbours } from './bulk.setup.ts'
import { setRowsTotal } from './bulk-progress.store.ts'
import { insertJob, type NewJob } from './bulk.store.ts'

/** Records in one transaction: written in bulk, or one by one through the door. */
const batchSizes = { inBulk: 5000, oneByOne: 1000 }

const internalId = 'system:internalId'

/** A configuration for updates of records that are known by their ids. */
export const updateById: ImportConfig = importConfigSchema.parse({
  columns: [],
  key: [internalId],
  mode: 'update',
  emptyCells: 'clear',
})

function refuseOtherThanPulse({ type, change }: BulkUpdate): void {
  if (type !== 'massPulse') return
  const names = 'data' in change ? Object.keys(change.data) : ['']
  const other = names.find((name) => name !== 'pulse' && name !== 'system:pulse')
  if (other === undefined) return
  throw invalid('bulk.pulse', {
    [other === '' ? 'change' : `change.data.${other}`]: 'A pulse update can only set the pulse.',
  })
}

/** Bulk updates of records that are chosen one by one, by a filter or by a segment. */
export function createUpdateJobs(platform: Platform, neighbours: BulkNeighbours) {
  const { bulkUpdates, lists, fields, users } = neighbours
  const dbOf = (actor: Actor) => platform.database.tenant(actor.tenantId)

  return {
    /** What a bulk update would come to. Writes nothing. */
    async previewBulkUpdate(actor: Actor, input: BulkUpdate): Promise<BulkUpdatePreview> {
      refuseOtherThanPulse(input)
      const { level, change } = input
      const db = dbOf(actor)
      const selection = await lists.select(actor, level, input.selection)
      const matched = await countTargets(db, selection)
      const plan = await bulkUpdates.preview(db, actor, level, change, selection, matched)
      const catalogue = await fields.catalogue(actor.tenantId, level)
      const sample = await describeSample(db, neighbours, actor, catalogue, plan.sample)
      return { matched, ...plan, sample }
    },

    /**
     * Starts a bulk update of the records that are chosen now. Errors: invalid_input `record.invalid`,
     * `filter.invalid`, `selection.empty`, `selection.broken`; not_found `segment.unknown`.
     */
    async startBulkUpdate(actor: Actor, input: BulkUpdate): Promise<BulkJob> {
      refuseOtherThanPulse(input)
      const { level, change } = input
      const { tenantId } = actor
      const db = dbOf(actor)
      const selection = await lists.select(actor, level, input.selection)
      const update = await bulkUpdates.check(db, actor, level, change)
      const catalogue = await fields.catalogue(tenantId, level)
      const label = await labelOf(db, neighbours, actor, catalogue, change, update)
      const job: NewJob = {
        userId: actor.userId,
        via: actor.via ?? null,
        type: 10,
        preview: false,
        level,
        uploadId: null,
        fileName: null,
        config: updateById,
        rows: null,
        bulkUpdate: { change, label },
        createdAt: platform.clock.now(),
      }
      const started = await transact(db, async (tx) => {
        const { jobId, ...inserted } = await insertJob(tx, tenantId, job)
        const batchSize = update.inBulk ? batchSizes.inBulk : batchSizes.oneByOne
        const rowsTotal = await keepTargets(tx, tenantId, jobId, selection, batchSize)
        if (rowsTotal === 0) {
          throw invalid('selection.empty', {
            selection: 'No records match. Choose records or another filter.',
          })
        }
        await setRowsTotal(tx, tenantId, jobId, rowsTotal)
        await addBulkJob(tx, { tenantId, jobId })
        return { ...inserted, jobId, rowsTotal }
      })
      return presentJob(started, await users.directory(tenantId))
    },
  }
}
