import { createReadStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { levelOf } from '@steward/contracts/level'
import { roleMay } from '@steward/contracts/plain/permission'
import { listQuerySchema, type ListQuery, type RecordBody } from '@steward/contracts/record'
import type { StartExport } from '@steward/contracts/export'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { yieldToCalls, batchSizeOf } from '../../platform/pace/lane.ts'
import type { Platform } from '../../platform/platform.ts'
import type { CurrencyService } from '../currency/index.ts'
import type { FileNames } from '../data-type/index.ts'
import type { KeptBytes } from '../file/index.ts'
import { recordWriting, type PreparedList, type RecordLists } from '../record-list/index.ts'
import type { UserService } from '../user-management/index.ts'
import { cellsOf, namedRecordIds, type CellNames } from './export.cells.ts'
import { columnsOf, type ExportColumn } from './export.column.ts'
import { openExportFile, type ExportFile } from './export.file.ts'
import { exportFolder, exportPath, partPath, storedPath } from './export.path.ts'
import { readIds, readNames, readRows } from './export.read-model.ts'
import { idsStatement, namesStatement, rowsStatement } from './export.statement.ts'
import { endAndReport } from './export.end.ts'
import { endExport, noteRows, type ExportRow } from './export.store.ts'

/** The modules below, from which the rows and their names come. */
export interface ExportNeighbours {
  lists: RecordLists
  users: UserService
  currency: CurrencyService
  /** Where files lie in a bucket, so do those of exports. */
  keptBytes: KeptBytes
}

/** Records that are read, and written, at a time. */
const window = 1000

/** The list that an export is of. */
export function listQueryOf({ query, columns, scope, ids }: StartExport): ListQuery {
  return {
    ...listQuerySchema.parse({}),
    ...query,
    columns: columns.join(','),
    ...(scope === 'ids' ? { ids } : {}),
  }
}

/** The user who started an export, with their current role. Throws `forbidden` if they may no longer export. */
async function askerOf(users: UserService, tenantId: number, userId: number): Promise<Actor> {
  const user = (await users.directory(tenantId)).byId.get(userId)
  if (!user || user.status === 'DEACTIVATED' || !roleMay(user.roleId, 'record.export')) {
    throw new AppError(
      'forbidden',
      'export.user',
      'The user who started this no longer has permission to export records.',
    )
  }
  return { tenantId, userId, roleId: user.roleId, sessionId: null }
}

interface Reading {
  db: Db
  prepared: PreparedList
  columns: ExportColumn[]
  /** The names of what stays the same for the whole file. */
  names: Omit<FileNames, 'record'>
  /** What people call a user. */
  userName: FileNames['user']
}

async function prepareReading(
  platform: Platform,
  neighbours: ExportNeighbours,
  tenantId: number,
  job: ExportRow,
): Promise<Reading> {
  const actor = await askerOf(neighbours.users, tenantId, job.userId)
  const prepared = await neighbours.lists.prepare(actor, job.level, listQueryOf(job.request))
  const currencies = await neighbours.currency.definitions(tenantId)
  const codes = new Map(currencies.map((one) => [one.currencyDefinitionId, one.code]))
  const { users, stages } = prepared.context
  return {
    db: platform.database.tenant(tenantId),
    prepared,
    columns: columnsOf(prepared, job.request.columns),
    names: {
      user(id) {
        const user = users.byId.get(id)
        return user?.email ?? user?.externalId ?? user?.name ?? ''
      },
      stage: (id) => stages.byId.get(id)?.displayName ?? '',
      currency: (id) => codes.get(id) ?? '',
    },
    userName: (id) => users.byId.get(id)?.name ?? '',
  }
}

/** The rows of one window, as cells. */
async function readWindow({ db, prepared, columns, names, userName }: Reading, ids: readonly number[]) {
  const { request, context } = prepared
  const writing = recordWriting(request, context)
  const rows = await readRows(db, rowsStatement(request, writing, ids))
  const records = rows.map((row) => JSON.parse(writing.write(row)) as RecordBody)
  const named = namedRecordIds(records, columns)
  const found = named.length === 0 ? [] : await readNames(db, namesStatement(request, named))
  const keys = new Map(found.map(({ id, name, externalId }) => [id, externalId ?? name]))
  const called = new Map(found.map(({ id, name }) => [id, name]))
  // Lists name parents that the actor may not see.
  const parents = new Map(
    records.flatMap(({ globalFields: { organization, account } }) =>
      [organization, account].flatMap((parent) => (parent ? [[parent.id, parent.name] as const] : [])),
    ),
  )
  const recordOf = (known: ReadonlyMap<number, string>) => (id: number) =>
    known.get(id) ?? parents.get(id) ?? ''
  const cellNames: CellNames = {
    keys: { ...names, record: recordOf(keys) },
    shown: { ...names, user: userName, record: recordOf(called) },
  }
  return records.map((record) => cellsOf(record, columns, cellNames))
}

export interface ExportRun {
  platform: Platform
  tenantId: number
  job: ExportRow
  /** Tells this writer from another that takes over. */
  writer: string
  signal: AbortSignal
}

/** How a run ended: the file is ready, someone stopped it, or this process stops and another starts again. */
export type ExportEnd = 'ready' | 'stopped' | 'left'

async function writeRows(
  run: ExportRun,
  reading: Reading,
  ids: number[],
  file: ExportFile,
): Promise<ExportEnd> {
  const { tenantId, job, writer, signal } = run
  for (let done = 0, next = 0; ; done = next) {
    const noted = await noteRows(reading.db, tenantId, job.exportId, writer, { done, total: ids.length })
    if (!noted || signal.aborted) return 'left'
    if (noted.stopRequested) return 'stopped'
    if (done === ids.length) return 'ready'
    await yieldToCalls()
    next = Math.min(done + batchSizeOf(window), ids.length)
    await file.write(await readWindow(reading, ids.slice(done, next)))
  }
}

/**
 * Writes the file of an export: the ids of its records first, in the order of the list, then their
 * values a window at a time. Throws AppError with a sentence for anyone who asked.
 */
export async function runExport(run: ExportRun, neighbours: ExportNeighbours): Promise<ExportEnd> {
  const { platform, tenantId, job, writer } = run
  const reading = await prepareReading(platform, neighbours, tenantId, job)
  const { db, prepared, columns } = reading
  const ids = await readIds(db, idsStatement(prepared.request))
  const path = partPath(platform, tenantId, job.exportId, writer)
  await mkdir(exportFolder(platform, tenantId), { recursive: true, mode: 0o700 })
  const file = openExportFile(job.format, path, {
    name: levelOf(job.level).plural,
    header: columns.map(({ header }) => header),
    rows: ids.length,
  })
  try {
    const outcome = await writeRows(run, reading, ids, file)
    const at = platform.clock.now()
    if (outcome === 'stopped') await endExport(db, tenantId, job.exportId, writer, { state: 'stopped', at })
    if (outcome !== 'ready') return outcome
    const note = await file.end()
    const { size } = await stat(path)
    const inBucket = platform.config.s3 !== undefined
    if (inBucket)
      await neighbours.keptBytes.write(storedPath(tenantId, job.exportId), createReadStream(path), { size })
    else await rename(path, exportPath(platform, tenantId, job.exportId))
    const end = { state: 'ready', size, inBucket, note, at } as const
    const ended = await endAndReport(db, tenantId, job, writer, end)
    return ended ? 'ready' : 'left'
  } finally {
    file.abort()
    await rm(path, { force: true })
  }
}
