import {
  bulkStates,
  type BulkJob,
  type previewRowsQuery,
  type startBulkSchema,
  type startPreviewSchema,
} from '@steward/contracts/bulk'
import type { Bundle } from '@steward/contracts/import/bundle'
import type { ImportConfig } from '@steward/contracts/sheet'
import { roleMay } from '@steward/contracts/plain/permission'
import { bulkItemStatuses, rowOutcomes, type RowOutcome } from '@steward/contracts/plain/bulk-kind'
import type { z } from 'zod'
import type { Actor } from '../../platform/actor.ts'
import { transact } from '../../platform/db/database.ts'
import { AppError, invalid, notFound } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { errorFileName, errorLines } from './bulk.errors-csv.ts'
import { createBundleJobs } from './bulk.bundle.ts'
import { addBulkJob } from './bulk.jobs.ts'
import { createUpdateJobs, updateById } from './bulk.update.service.ts'
import { presentItem, presentJob, presentRow } from './bulk.present.ts'
import { hasEnded } from './bulk.state.ts'
import { onlyOwn, readConfigValues, type BulkNeighbours } from './bulk.setup.ts'
import { endJob, requestStop, requestUndo } from './bulk-progress.store.ts'
import { findJob, insertJob, listEnded, listJobs, listParts, type JobRow, type NewJob } from './bulk.store.ts'
import { listItems, listKept, type Page } from './bulk-item.store.ts'

type StartBulk = z.output<typeof startBulkSchema>
type StartPreview = z.output<typeof startPreviewSchema>
type Rows = readonly Record<string, unknown>[]

const statusByOutcome: Record<RowOutcome, number> = {
  create: bulkItemStatuses.done,
  update: bulkItemStatuses.done,
  unchanged: bulkItemStatuses.done,
  conflict: bulkItemStatuses.conflict,
  refused: bulkItemStatuses.refused,
}

const internalId = 'system:internalId'

function refuseOtherThanPulse(data: readonly { data: Record<string, unknown> }[]): void {
  for (const [at, row] of data.entries()) {
    const other = Object.keys(row.data).find((name) => name !== 'pulse' && name !== 'system:pulse')
    if (other !== undefined) {
      throw invalid('bulk.pulse', {
        [`data.${at}.data.${other}`]: 'A pulse update can only set the pulse.',
      })
    }
  }
}

/** Only people who may create fields can have created some for an import, which its undo would delete. */
function fieldsMadeBy({ roleId }: Actor, { newFields }: ImportConfig): string[] {
  return roleMay(roleId, 'field.administer') ? newFields : []
}

function typeOf(config: ImportConfig): NewJob['type'] {
  return config.mode === 'create' || config.key.length === 0 ? 20 : 30
}

function conflict(reason: string, message: string): AppError {
  return new AppError('conflict', reason, message)
}

function refusePart({ bundleId }: JobRow): void {
  if (bundleId === null) return
  throw conflict('bulk.part', 'This is one file of an import. Stop or undo the whole import.')
}

/** Bulk jobs: previews, imports, bulk updates, and undoing them. */
export function createBulkService(platform: Platform, neighbours: BulkNeighbours) {
  const updateJobs = createUpdateJobs(platform, neighbours)
  const dbOf = (actor: Actor) => platform.database.tenant(actor.tenantId)

  async function presentAll(actor: Actor, jobs: readonly JobRow[]): Promise<BulkJob[]> {
    const bundles = jobs.filter(({ isBundle }) => isBundle).map(({ jobId }) => jobId)
    const parts = bundles.length > 0 ? await listParts(dbOf(actor), actor.tenantId, bundles) : []
    const directory = await neighbours.users.directory(actor.tenantId)
    return jobs.map((job) =>
      presentJob(
        job,
        directory,
        parts.filter(({ bundleId }) => bundleId === job.jobId),
      ),
    )
  }

  async function present(actor: Actor, job: JobRow): Promise<BulkJob> {
    return (await presentAll(actor, [job]))[0] as BulkJob
  }

  async function find(actor: Actor, jobId: number): Promise<JobRow> {
    const job = await findJob(dbOf(actor), actor.tenantId, jobId, { userId: onlyOwn(actor) })
    if (!job) throw notFound('bulk.unknown', 'This job does not exist.')
    return job
  }

  async function add(actor: Actor, job: NewJob): Promise<BulkJob> {
    const row = await transact(dbOf(actor), async (tx) => {
      const inserted = await insertJob(tx, actor.tenantId, job)
      await addBulkJob(tx, { tenantId: actor.tenantId, jobId: inserted.jobId })
      return inserted
    })
    return present(actor, row)
  }

  async function newUpload(actor: Actor, input: StartPreview, rows: Rows | null): Promise<NewJob> {
    const { level, config } = input
    await neighbours.sheets.check(actor.tenantId, level, config, rows === null)
    await readConfigValues(neighbours, actor, { level, config })
    if (rows === null && config.uploadId === undefined) {
      throw invalid('bulk.source', { 'config.uploadId': 'Specify an upload, or send the rows as data.' })
    }
    const upload =
      rows === null && config.uploadId ? await neighbours.sheets.findUpload(actor, config.uploadId) : null
    const uploadId = upload?.uploadId ?? null
    return {
      userId: actor.userId,
      via: actor.via ?? null,
      type: typeOf(config),
      preview: false,
      level,
      uploadId,
      rowsInFile: await neighbours.sheets.countRows(actor.tenantId, uploadId, config.settings),
      fileName: upload?.fileName ?? config.fileName ?? null,
      config: { ...config, newFields: fieldsMadeBy(actor, config) },
      rows,
      createdAt: platform.clock.now(),
    }
  }

  async function newUpdate(
    actor: Actor,
    input: Extract<StartBulk, { data: readonly { id: number }[] }>,
  ): Promise<NewJob> {
    if (input.type === 'pulse') refuseOtherThanPulse(input.data)
    return {
      userId: actor.userId,
      via: actor.via ?? null,
      type: 10,
      preview: false,
      level: input.level,
      uploadId: null,
      fileName: null,
      config: updateById,
      rows: input.data.map(({ id, data }) => ({ ...data, [internalId]: id })),
      createdAt: platform.clock.now(),
    }
  }

  const bundles = createBundleJobs(platform, neighbours, (actor, part) => newUpload(actor, part, null))

  async function addImport(actor: Actor, input: StartPreview, preview: boolean): Promise<BulkJob> {
    const jobs = await bundles.jobsOf(actor, input)
    const [only] = jobs
    if (only && jobs.length === 1) return add(actor, { ...only, preview })
    return present(actor, await bundles.addParts(actor, jobs, preview))
  }

  return {
    previewBulkUpdate: updateJobs.previewBulkUpdate,

    preview: (actor: Actor, input: StartPreview): Promise<BulkJob> => addImport(actor, input, true),

    /** Errors: those of `addBundle`. */
    async previewBundle(actor: Actor, input: Bundle): Promise<BulkJob> {
      return present(actor, await bundles.addBundle(actor, input, true))
    },

    /** Errors: invalid_input `bulk.config`, `bulk.source`; not_found `upload.unknown`; conflict `upload.incomplete`. */
    async start(actor: Actor, input: StartBulk): Promise<BulkJob> {
      if ('selection' in input) return updateJobs.startBulkUpdate(actor, input)
      if ('parts' in input) return present(actor, await bundles.addBundle(actor, input, false))
      if (!('config' in input)) return add(actor, await newUpdate(actor, input))
      if (!input.data) return addImport(actor, input, false)
      return add(actor, await newUpload(actor, input, input.data))
    },

    async read(actor: Actor, jobId: number): Promise<BulkJob> {
      return present(actor, await find(actor, jobId))
    },

    /** The jobs that ended in a time, in the order in which they did. */
    async listEnded(actor: Actor, span: { from: Date; to: Date }): Promise<BulkJob[]> {
      return presentAll(actor, await listEnded(dbOf(actor), actor.tenantId, span))
    },

    async rows(actor: Actor, jobId: number, query: z.output<typeof previewRowsQuery>) {
      await find(actor, jobId)
      const { items, total } = await listItems(dbOf(actor), actor.tenantId, jobId, [query.outcome], query)
      return { rows: items.map(presentRow), total }
    },

    async items(actor: Actor, jobId: number, query: Page & { status: string }) {
      const job = await find(actor, jobId)
      const wanted = new Set(query.status.split(',').map(Number))
      const outcomes = rowOutcomes.filter((outcome) => wanted.has(statusByOutcome[outcome]))
      const { items, total } = await listItems(dbOf(actor), actor.tenantId, jobId, outcomes, query)
      return { items: items.map((item) => presentItem(item, job.header)), total }
    },

    async history(actor: Actor, page: Page) {
      const rows = await listJobs(dbOf(actor), actor.tenantId, onlyOwn(actor), page)
      return { jobs: await presentAll(actor, rows), total: rows[0]?.total ?? 0 }
    },

    async errors(actor: Actor, jobId: number) {
      const job = await find(actor, jobId)
      const lines = errorLines(dbOf(actor), actor.tenantId, jobId, job.header)
      return { lines, fileName: errorFileName(platform.clock.now()) }
    },

    /** Asks a job to stop after the batch that it is at. Errors: conflict `bulk.ended`, `bulk.part`. */
    async stop(actor: Actor, jobId: number): Promise<BulkJob> {
      refusePart(await find(actor, jobId))
      const { tenantId } = actor
      const job = await transact(dbOf(actor), async (tx) => {
        const locked = (await findJob(tx, tenantId, jobId, { lock: true })) as JobRow
        if (hasEnded(locked.state)) throw conflict('bulk.ended', 'This job has already ended.')
        await requestStop(tx, tenantId, jobId)
        // One that waits for its next attempt is not to wait longer.
        await addBulkJob(tx, { tenantId, jobId })
        if (locked.state !== bulkStates.Processing) {
          const end = { state: bulkStates.Stopped, failure: null, at: platform.clock.now() }
          await endJob(tx, tenantId, jobId, end)
        }
        return (await findJob(tx, tenantId, jobId)) as JobRow
      })
      return present(actor, job)
    },

    /** Begins to undo a whole import, or continues where an undo was stopped. Errors: conflict `bulk.running`, `bulk.undone`, `bulk.nothing`, `bulk.part`. */
    async undo(actor: Actor, jobId: number): Promise<BulkJob> {
      refusePart(await find(actor, jobId))
      const { tenantId } = actor
      const job = await transact(dbOf(actor), async (tx) => {
        const locked = (await findJob(tx, tenantId, jobId, { lock: true })) as JobRow
        if (!hasEnded(locked.state))
          throw conflict('bulk.running', 'This job is still running. Stop it first.')
        if (locked.undoState !== null && locked.undoState !== bulkStates.Stopped)
          throw conflict('bulk.undone', 'This job has already been undone.')
        if (locked.changeSetId === null) throw conflict('bulk.nothing', 'This job changed nothing.')
        const parts = locked.isBundle ? await listParts(tx, tenantId, [jobId]) : [locked]
        for (const { changeSetId } of parts) {
          if (changeSetId !== null) await neighbours.ledger.checkRemembered(tx, tenantId, changeSetId)
        }
        await requestUndo(tx, actor, jobId)
        await addBulkJob(tx, { tenantId, jobId })
        return (await findJob(tx, tenantId, jobId)) as JobRow
      })
      return present(actor, job)
    },

    async kept(actor: Actor, jobId: number, page: Page) {
      await find(actor, jobId)
      return listKept(dbOf(actor), actor.tenantId, jobId, page)
    },
  }
}

export type BulkService = ReturnType<typeof createBulkService>
