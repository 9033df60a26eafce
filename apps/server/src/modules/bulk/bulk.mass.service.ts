import type { BulkJob } from '@steward/contracts/bulk'
import type { MassPreview, MassUpdate } from '@steward/contracts/mass-update'
import { importConfigSchema, type ImportConfig } from '@steward/contracts/sheet'
import type { Actor } from '../../platform/actor.ts'
import { transact } from '../../platform/db/database.ts'
import { invalid } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { countTargets, keepTargets } from './bulk-target.store.ts'
import { addBulkJob } from './bulk.jobs.ts'
import { describeSample, labelOf } from './bulk.mass-words.ts'
import { presentJob } from './bulk.present.ts'
import type { BulkNeighbours } from './bulk.setup.ts'
import { setRowsTotal } from './bulk-progress.store.ts'
import { insertJob, type NewJob } from './bulk.store.ts'

/** Records in one transaction: written set-wise, or one by one through the door. */
const batchSizes = { setWise: 5000, oneByOne: 1000 }

const internalId = 'system:internalId'

/** A configuration for updates of records that are known by their ids. */
export const updateById: ImportConfig = importConfigSchema.parse({
  columns: [],
  key: [internalId],
  mode: 'update',
  emptyCells: 'clear',
})

function refuseOtherThanPulse({ type, change }: MassUpdate): void {
  if (type !== 'massPulse') return
  const names = 'data' in change ? Object.keys(change.data) : ['']
  const other = names.find((name) => name !== 'pulse' && name !== 'system:pulse')
  if (other === undefined) return
  throw invalid('bulk.pulse', {
    [other === '' ? 'change' : `change.data.${other}`]: 'A pulse update sets nothing but the pulse.',
  })
}

/** Mass updates of records that are chosen one by one, by a filter or by a segment. */
export function createMassUpdates(platform: Platform, neighbours: BulkNeighbours) {
  const { records, lists, fields, users } = neighbours
  const dbOf = (actor: Actor) => platform.database.tenant(actor.tenantId)

  return {
    /** What a mass update would come to. Writes nothing. */
    async previewMass(actor: Actor, input: MassUpdate): Promise<MassPreview> {
      refuseOtherThanPulse(input)
      const { level, change } = input
      const db = dbOf(actor)
      const selection = await lists.select(actor, level, input.selection)
      const matched = await countTargets(db, selection)
      const plan = await records.previewMass(db, actor, level, change, selection, matched)
      const catalogue = await fields.catalogue(actor.tenantId, level)
      const sample = await describeSample(db, neighbours, actor, catalogue, plan.sample)
      return { matched, ...plan, sample }
    },

    /**
     * Starts a mass update of the records that are chosen now. Errors: invalid_input `record.invalid`,
     * `filter.invalid`, `selection.empty`, `selection.broken`; not_found `segment.unknown`.
     */
    async startMass(actor: Actor, input: MassUpdate): Promise<BulkJob> {
      refuseOtherThanPulse(input)
      const { level, change } = input
      const { tenantId } = actor
      const db = dbOf(actor)
      const selection = await lists.select(actor, level, input.selection)
      const mass = await records.checkMass(db, actor, level, change)
      const catalogue = await fields.catalogue(tenantId, level)
      const label = await labelOf(db, neighbours, actor, catalogue, change, mass)
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
        mass: { change, label },
        createdAt: platform.clock.now(),
      }
      const started = await transact(db, async (tx) => {
        const { jobId, ...inserted } = await insertJob(tx, tenantId, job)
        const batchSize = mass.setWise ? batchSizes.setWise : batchSizes.oneByOne
        const rowsTotal = await keepTargets(tx, tenantId, jobId, selection, batchSize)
        if (rowsTotal === 0) {
          throw invalid('selection.empty', {
            selection: 'No record matches. Choose some, or another filter.',
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
