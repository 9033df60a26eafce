import { randomUUID } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { exportDays } from '@steward/contracts/export'
import { transact, type Db, type Tx } from '../../platform/db/database.ts'
import { mayRemove } from '../../platform/db/removal.ts'
import { AppError, isPassing } from '../../platform/errors.ts'
import { addJob, type Task } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { endAndReport } from './export.end.ts'
import { exportFolder, storedPath } from './export.path.ts'
import { runExport, type ExportNeighbours } from './export.run.ts'
import {
  beginExport,
  deleteExport,
  endExport,
  leaveExport,
  listOld,
  listUnfinished,
  type ExportKey,
} from './export.store.ts'

/** Adds the writing of an export; adding it again changes nothing. */
export function addExportJob(db: Db | Tx, payload: ExportKey, after?: number): Promise<void> {
  const key = `export.run:${payload.tenantId}:${payload.exportId}`
  return addJob(db, { task: 'export.run', payload, key, ...(after ? { after } : {}) })
}

const day = 24 * 3600 * 1000
const retryAfter = 1000

function sentenceOf(error: unknown): string {
  if (error instanceof AppError) return error.message
  if ((error as { code?: string }).code === 'ENOSPC') {
    return 'The server has no disk space left for the file. Contact your operator, then export again.'
  }
  return 'Something went wrong while the file was written. Export again.'
}

/** The jobs of this module: writing files, and removing old ones. */
export function createExportJobs(platform: Platform, neighbours: ExportNeighbours) {
  const dbOf = (tenantId: number) => platform.database.tenant(tenantId)

  const run: Task = async (payload, { signal, isLast }) => {
    const { tenantId, exportId } = payload as ExportKey
    const db = dbOf(tenantId)
    const writer = randomUUID()
    const job = await beginExport(db, tenantId, exportId, writer)
    if (!job) return
    const stop = async (failure?: string): Promise<void> => {
      const end = { state: 'stopped', at: platform.clock.now() } as const
      if (failure) await endAndReport(db, tenantId, job, writer, { ...end, failure })
      else await endExport(db, tenantId, exportId, writer, end)
    }
    if (job.stopRequested) return stop()
    try {
      const end = await runExport({ platform, tenantId, job, writer, signal }, neighbours)
      if (end === 'left' && signal.aborted) {
        await addExportJob(db, { tenantId, exportId }, retryAfter)
      }
    } catch (error) {
      if (isPassing(error) && isLast !== true) {
        await leaveExport(db, tenantId, exportId, writer, platform.clock.now()).catch(() => undefined)
        throw error
      }
      if (!(error instanceof AppError)) platform.log.error({ err: error, exportId }, 'export failed')
      await stop(sentenceOf(error))
    }
  }

  /** Removes the file of an export, and what writers that were killed left of it. */
  async function removeFiles({ tenantId, exportId }: ExportKey): Promise<void> {
    const folder = exportFolder(platform, tenantId)
    const names = await readdir(folder).catch(() => [])
    const own = names.filter((name) => name === String(exportId) || name.startsWith(`${exportId}.`))
    for (const name of own) await rm(join(folder, name), { force: true })
    if (platform.config.s3) await neighbours.keptBytes.deleteFile(storedPath(tenantId, exportId))
  }

  const removeOld: Task = async () => {
    const before = new Date(platform.clock.now().getTime() - exportDays * day)
    for (const old of await listOld(platform.database.anonymous, before)) {
      await transact(dbOf(old.tenantId), async (tx) => {
        // While a backup reads files they wait for the next day.
        if (!(await mayRemove(tx))) return
        // Before the commit: a row that is left without its file is removed the next day, a file without its row never.
        await removeFiles(old)
        await deleteExport(tx, old)
      })
    }
  }

  return {
    tasks: { 'export.run': run, 'export:remove-old': removeOld },
    schedules: ['41 3 * * * export:remove-old'],
    /** Takes up what a killed process left. */
    async onWorkerStart(): Promise<void> {
      for (const { tenantId, exportId } of await listUnfinished(platform.database.anonymous)) {
        await addExportJob(dbOf(tenantId), { tenantId, exportId })
      }
    },
  }
}
