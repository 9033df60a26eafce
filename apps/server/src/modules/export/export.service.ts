import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { exportDays, type Export, type StartExport } from '@steward/contracts/export'
import { levelOf, type LevelId } from '@steward/contracts/level'
import type { Actor } from '../../platform/actor.ts'
import { transact } from '../../platform/db/database.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AuditService } from '../audit/index.ts'
import { columnsOf } from './export.column.ts'
import { addExportJob } from './export.jobs.ts'
import { exportPath, storedPath } from './export.path.ts'
import { listQueryOf, type ExportNeighbours } from './export.run.ts'
import {
  countUnfinished,
  findExport,
  insertExport,
  listExports,
  stopExport,
  type ExportRow,
} from './export.store.ts'

const day = 24 * 3600 * 1000
/** How many exports of one user may wait or be written. */
const mostAtOnce = 3

const formatNames = { csv: 'CSV', xlsx: 'Excel' } as const

function present(row: ExportRow): Export {
  const { exportId, level, format, state, fileName, rowsDone, rowsTotal, size, note, failure } = row
  return {
    exportId,
    level,
    format,
    state,
    fileName,
    rowsDone,
    rowsTotal,
    size,
    note,
    failure,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    keptUntil: new Date(row.createdAt.getTime() + exportDays * day).toISOString(),
  }
}

/** `accounts-2026-11-21T10-30-00Z.csv` */
function fileNameOf(level: LevelId, format: string, at: Date): string {
  return `${levelOf(level).plural}-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.${format}`
}

/** Files of records: asked for, watched, and fetched by anyone who asked. */
export function createExportService(
  platform: Platform,
  neighbours: ExportNeighbours & { audit: AuditService },
) {
  const dbOf = (actor: Actor) => platform.database.tenant(actor.tenantId)

  /** The finished file, wherever it lies; undefined where it is no longer there. */
  async function open(
    tenantId: number,
    { exportId, inBucket }: ExportRow,
  ): Promise<{ size: number; stream: Readable } | undefined> {
    if (!inBucket) {
      const path = exportPath(platform, tenantId, exportId)
      const found = await stat(path).catch(() => undefined)
      return found && { size: found.size, stream: createReadStream(path) }
    }
    const { keptBytes } = neighbours
    const place = storedPath(tenantId, exportId)
    if (!(await keptBytes.fileExists(place))) return undefined
    return { size: await keptBytes.fileSize(place), stream: await keptBytes.read(place) }
  }

  /** An export of the actor's own: others name records that the actor may not see. */
  async function find(actor: Actor, exportId: number): Promise<ExportRow> {
    const row = await findExport(dbOf(actor), actor.tenantId, exportId)
    if (row?.userId === actor.userId) return row
    throw notFound('export.unknown', 'This export does not exist. Files are deleted after seven days.')
  }

  return {
    /**
     * Begins an export. Errors: invalid_input `export.columns`, and those of lists; conflict
     * `export.busy` where three are not finished yet.
     */
    async start(actor: Actor, level: LevelId, request: StartExport): Promise<Export> {
      const { tenantId, userId } = actor
      const prepared = await neighbours.lists.prepare(actor, level, listQueryOf(request))
      columnsOf(prepared, request.columns)
      const createdAt = platform.clock.now()
      const { format } = request
      const fileName = fileNameOf(level, format, createdAt)
      const row = await transact(dbOf(actor), async (tx) => {
        if ((await countUnfinished(tx, tenantId, userId)) >= mostAtOnce) {
          const message = `${mostAtOnce} of your exports are not finished yet. Wait for one of them, or stop it.`
          throw new AppError('conflict', 'export.busy', message)
        }
        const inserted = await insertExport(tx, tenantId, {
          userId,
          level,
          format,
          request,
          fileName,
          createdAt,
        })
        const { exportId } = inserted
        await addExportJob(tx, { tenantId, exportId })
        await neighbours.audit.write(tx, tenantId, {
          action: 'record.exported',
          summary: `Exported ${levelOf(level).plural} to ${formatNames[format]}`,
          actor,
          subject: { kind: 'export', id: exportId, name: fileName },
          details: {
            format,
            columns: request.columns.length,
            records: request.scope === 'ids' ? (request.ids?.length ?? 0) : 'all that the list finds',
            ...(request.query.filter ? { filter: request.query.filter } : {}),
          },
        })
        return inserted
      })
      return present(row)
    },

    async list(actor: Actor): Promise<Export[]> {
      return (await listExports(dbOf(actor), actor.tenantId, actor.userId)).map(present)
    },

    async read(actor: Actor, exportId: number): Promise<Export> {
      return present(await find(actor, exportId))
    },

    /** Stops an export that is not finished; one that is stays as it is. */
    async stop(actor: Actor, exportId: number): Promise<Export> {
      await find(actor, exportId)
      const { tenantId } = actor
      await stopExport(dbOf(actor), tenantId, exportId, platform.clock.now())
      return present(await find(actor, exportId))
    },

    /** The finished file. Errors: conflict `export.unfinished`; not_found `export.gone`. */
    async file(actor: Actor, exportId: number) {
      const row = await find(actor, exportId)
      if (row.state !== 'ready') {
        throw new AppError(
          'conflict',
          'export.unfinished',
          'This file is not ready yet. Wait for the export to finish.',
        )
      }
      const found = await open(actor.tenantId, row)
      if (!found) throw notFound('export.gone', 'The file was deleted. Export again.')
      return { fileName: row.fileName, format: row.format, ...found }
    },
  }
}

export type ExportService = ReturnType<typeof createExportService>
