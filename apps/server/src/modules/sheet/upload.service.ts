import { randomUUID } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type {
  createUploadSchema,
  detectSchema,
  detectionSchema,
  EarlierMapping,
  uploadSchema,
} from '@steward/contracts/sheet'
import type { LevelId } from '@steward/contracts/level'
import type { z } from 'zod'
import type { Actor } from '../../platform/actor.ts'
import { AppError, invalid, notFound } from '../../platform/errors.ts'
import type { Catalogue } from '../field/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { TableError } from '../../platform/tabular/index.ts'
import type { DetectedTable } from './sheet.parser.ts'
import { createFirstLooks, detectFile } from './sheet.source.ts'
import { suggestTable } from './sheet.suggest.ts'
import type { SheetNeighbours } from './sheet.service.ts'
import type { Received, UploadKeeping } from './upload.keeping.ts'
import type { UploadProfiles } from './upload-profile.service.ts'
import { findUpload, insertUpload, moveReceived, type UploadRow } from './upload.store.ts'

type Upload = z.output<typeof uploadSchema>
type Detection = z.output<typeof detectionSchema>

function present(row: UploadRow): Upload {
  return {
    uploadId: row.uploadId,
    fileName: row.fileName,
    size: row.size,
    offset: row.received,
    complete: row.received === row.size,
  }
}

function misplaced(received: number): AppError {
  const message = `${received} bytes have been received. Continue from offset ${received}.`
  return new AppError('conflict', 'upload.offset', message, { offset: message })
}

function tooMuch(size: number): AppError {
  const message = `This upload was declared with ${size} bytes, but more were sent. Start it again with the right size.`
  return new AppError('too_large', 'upload.too_large', message)
}

/** Writes a body of at most so many bytes at an offset; answers how many bytes are on the disk, and what cut it short. */
async function writeBody(
  file: FileHandle,
  body: Readable,
  offset: number,
  { most, size }: { most: number; size: number },
): Promise<Received> {
  let end = offset
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      if (end - offset + chunk.length > most) return { end, failure: tooMuch(size) }
      for (let done = 0; done < chunk.length;) {
        const { bytesWritten } = await file.write(chunk, done, chunk.length - done, end + done)
        done += bytesWritten
      }
      end += chunk.length
    }
    return { end, failure: null }
  } catch (error) {
    return { end, failure: error }
  } finally {
    // The rest of what was refused passes by, or the next call of the connection would wait behind it.
    body.resume()
  }
}

const shortText = 4 * 1024 ** 2
const shortWorkbook = 512 * 1024

/** Whether reading the whole of an upload takes no longer than looking at it; a workbook is packed. */
function isReadAtOnce({ fileName, size }: UploadRow): boolean {
  return size <= (/\.xls[xm]$/i.test(fileName) ? shortWorkbook : shortText)
}

type AskedSettings = z.output<typeof detectSchema>['settings']

/** Imports of files with the columns of a file, or fewer of them, the latest first, and how that one mapped them. */
export interface EarlierImports {
  mapping: EarlierMapping | null
  imports: Detection['imports']
}

type FindEarlier = (
  actor: Actor,
  file: { level: LevelId; headers: readonly string[] },
) => Promise<EarlierImports>

const noEarlier: FindEarlier = () => Promise.resolve({ mapping: null, imports: [] })

/** Files of two systems may have the same headers, and must not share their ids. */
function isOfOneSystem({ choices }: EarlierMapping, catalogue: Catalogue): boolean {
  return choices.columns.every(
    ({ target, idSource }) =>
      idSource === undefined && (target === null || catalogue.find(target)?.idSource === undefined),
  )
}

/** The first field that each header alone fills; columns that are joined are recognized by their words. */
function fieldsOf(earlier: EarlierMapping | null): Map<string, string> {
  const byTarget = Map.groupBy(earlier?.choices.columns ?? [], ({ target }) => target)
  const fields = new Map<string, string>()
  for (const [target, [first, ...more]] of byTarget) {
    if (first && target !== null && more.length === 0 && !fields.has(first.header)) {
      fields.set(first.header, target)
    }
  }
  return fields
}

/** Files on their way to an import. They may come in pieces, and continue after a broken connection. */
export function createUploadService(
  platform: Platform,
  neighbours: SheetNeighbours,
  keeping: UploadKeeping,
  profiles: UploadProfiles,
) {
  const dbOf = (actor: Actor) => platform.database.tenant(actor.tenantId)
  const writing = new Set<string>()
  const looks = createFirstLooks()

  let findEarlier = noEarlier

  async function find(actor: Actor, uploadId: string): Promise<UploadRow> {
    const row = await findUpload(dbOf(actor), actor.tenantId, actor.userId, uploadId)
    if (!row) throw notFound('upload.unknown', 'This upload does not exist.')
    return row
  }

  async function findComplete(actor: Actor, uploadId: string): Promise<UploadRow> {
    const row = await find(actor, uploadId)
    if (row.received === row.size) return row
    throw new AppError(
      'conflict',
      'upload.incomplete',
      `Only ${row.received} of ${row.size} bytes have been received.`,
    )
  }

  async function earlierOf(
    actor: Actor,
    headers: readonly string[],
    catalogue: Catalogue,
  ): Promise<EarlierImports> {
    const { mapping, imports } = await findEarlier(actor, { level: catalogue.level, headers })
    return { mapping: mapping && isOfOneSystem(mapping, catalogue) ? mapping : null, imports }
  }

  async function append(actor: Actor, row: UploadRow, offset: number, body: Readable): Promise<UploadRow> {
    const { size } = row
    let failure: unknown
    const moved = await keeping.take(
      actor.tenantId,
      row,
      (file, from) => writeBody(file, body, from, { most: size - offset, size }),
      async (received, piece) => {
        failure = received.failure
        const mark = { from: offset, to: received.end, piece }
        return moveReceived(dbOf(actor), actor.tenantId, row.uploadId, mark)
      },
    )
    if (failure) throw failure
    if (!moved) throw misplaced((await find(actor, row.uploadId)).received)
    return moved
  }

  function look(row: UploadRow, path: string, settings: AskedSettings): Promise<DetectedTable> {
    const isShort = isReadAtOnce(row)
    const read = () => detectFile(platform.parsers, path, row.fileName, settings, isShort)
    return isShort ? read() : looks.first(row.uploadId, settings, read)
  }

  return {
    findComplete,

    /** Lets detections know how earlier imports mapped their columns. */
    registerEarlierImports(asked: FindEarlier): void {
      findEarlier = asked
    },

    async create(actor: Actor, input: z.output<typeof createUploadSchema>): Promise<Upload> {
      const uploadId = randomUUID()
      await keeping.begin(actor.tenantId, uploadId)
      const upload = { uploadId, userId: actor.userId, createdAt: platform.clock.now(), ...input }
      return present(await insertUpload(dbOf(actor), actor.tenantId, upload))
    },

    async read(actor: Actor, uploadId: string): Promise<Upload> {
      return present(await find(actor, uploadId))
    },

    /** Takes the bytes from an offset on. Errors: conflict `upload.offset`; too_large `upload.too_large`. */
    async receive(actor: Actor, uploadId: string, offset: number, body: Readable): Promise<Upload> {
      const row = await find(actor, uploadId)
      if (row.received !== offset) throw misplaced(row.received)
      if (writing.has(uploadId)) {
        throw new AppError(
          'conflict',
          'upload.busy',
          'This upload is already in progress. Wait for it to finish.',
        )
      }
      writing.add(uploadId)
      try {
        return present(await append(actor, row, offset, body))
      } finally {
        writing.delete(uploadId)
      }
    },

    /**
     * Looks at a complete upload and suggests how to read it: a long one by its first rows at first, and by all of
     * them once a job has read it. Error: invalid_input `upload.unreadable`.
     */
    async detect(actor: Actor, uploadId: string, input: z.output<typeof detectSchema>): Promise<Detection> {
      const row = await findComplete(actor, uploadId)
      const { tenantId } = actor
      try {
        const path = await keeping.fileOf(tenantId, row)
        const isShort = isReadAtOnce(row)
        const { detection, profile } = await look(row, path, input.settings)
        const { settings, columns } = detection
        const whole = isShort
          ? await profiles.known(tenantId, uploadId, settings, profile)
          : await profiles.whole(tenantId, uploadId, settings, columns.length)
        if ('failure' in whole) throw new TableError('unsupported', whole.failure)
        const all = 'profile' in whole ? whole.profile : null
        const catalogue = await neighbours.fields.catalogue(tenantId, input.level)
        const earlier = await earlierOf(actor, columns, catalogue)
        const suggested = suggestTable(detection, all ?? profile, {
          catalogue,
          stages: await neighbours.lifecycle.stages(tenantId),
          users: await neighbours.users.directory(tenantId),
          externalNames: await neighbours.layout.externalNames(tenantId, input.level),
          earlier: fieldsOf(earlier.mapping),
        })
        return {
          uploadId,
          settings,
          sheets: (detection.sheets ?? []).map((sheet) => sheet.name),
          estimatedRows: all?.rows ?? detection.estimatedRows,
          sample: detection.sample.slice(0, 20),
          reading: 'share' in whole ? whole : null,
          earlier: earlier.mapping,
          imports: earlier.imports,
          ...suggested,
        }
      } catch (error) {
        if (error instanceof TableError) throw invalid('upload.unreadable', { file: error.message })
        throw error
      }
    },
  }
}

export type UploadService = ReturnType<typeof createUploadService>
