import type { ImportConfig } from '@steward/contracts/sheet'
import type { LevelId } from '@steward/contracts/level'
import type { Actor } from '../../platform/actor.ts'
import { invalid } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { CurrencyService } from '../currency/index.ts'
import { findPeople } from '../data-type/index.ts'
import type { Catalogue, CatalogueField, FieldService } from '../field/index.ts'
import type { FieldLayout } from '../field-layout/index.ts'
import type { KeptBytes } from '../file/index.ts'
import type { LifecycleService } from '../lifecycle/index.ts'
import type { ReadForm } from '../record/index.ts'
import type { UserService } from '../user-management/index.ts'
import type { ReadingContext } from './sheet.column.ts'
import { checkConfig, openBooks, readersOfFile, readersOfNames } from './sheet.mapping.ts'
import type { OptionBook } from './sheet.options.ts'
import {
  openTextReading,
  pasteConfig,
  readPastedRows,
  type TextForm,
  type TextReading,
} from './sheet.paste.ts'
import { createRowReader, type RowReader } from './sheet.row.ts'
import { openFile, openRows, withoutUnasked, type RowSource } from './sheet.source.ts'
import type { UploadKeeping } from './upload.keeping.ts'
import { findPieces } from './upload.store.ts'

/** The modules below, by which cells are understood. */
export interface SheetNeighbours {
  fields: FieldService
  layout: FieldLayout
  users: UserService
  lifecycle: LifecycleService
  currency: CurrencyService
  /** Where uploads lie when files lie in a bucket. */
  keptBytes: KeptBytes
}

export interface SheetRequest {
  level: LevelId
  config: ImportConfig
  /** A file that was uploaded, or the rows themselves. */
  from: { uploadId: string; fileName: string } | { rows: readonly Record<string, unknown>[] }
  /** New options that an import added before it was interrupted. */
  earlier: readonly { field: string; values: readonly string[] }[]
}

/** A table that is being read: its rows, and what makes values of them. */
export interface Sheet extends RowSource {
  catalogue: Catalogue
  /** The fields that say which record a row is. */
  key: readonly CatalogueField[]
  reader: RowReader
  /** The options of the picklists, by the keys of their fields. */
  books: ReadonlyMap<string, OptionBook>
}

/** Where days begin first, it is fourteen hours later than by UTC. */
const firstOffset = 14 * 60 * 60 * 1000

function checkWidth(config: ImportConfig, header: readonly string[]): void {
  const beyond = config.columns.find((one) => one.target !== null && one.column >= header.length)
  if (!beyond) return
  throw invalid('bulk.columns', {
    columns: `Column ${beyond.column + 1} is matched, but the file has ${header.length}. Match the columns again.`,
  })
}

export function createSheetService(platform: Platform, neighbours: SheetNeighbours, keeping: UploadKeeping) {
  async function readingContext(actor: Actor, request: SheetRequest): Promise<ReadingContext> {
    const { tenantId, userId } = actor
    const { config, level } = request
    const [catalogue, stages, users, currencies] = await Promise.all([
      neighbours.fields.catalogue(tenantId, level),
      neighbours.lifecycle.stages(tenantId),
      neighbours.users.directory(tenantId),
      neighbours.currency.active(tenantId),
    ])
    const options = openBooks(catalogue, config, request.earlier)
    const people = findPeople(users, config.unknownOwners, userId)
    const latestDay = new Date(platform.clock.now().getTime() + firstOffset).toISOString().slice(0, 10)
    return { level, catalogue, stages, people, currencies, options, config, latestDay }
  }

  async function openSource(actor: Actor, { from, config }: SheetRequest): Promise<RowSource> {
    if ('rows' in from) return openRows(from.rows)
    const { tenantId } = actor
    const pieces = await findPieces(platform.database.tenant(tenantId), tenantId, from.uploadId)
    const path = await keeping.fileOf(tenantId, { uploadId: from.uploadId, pieces })
    const source = await openFile(platform.parsers, path, from.fileName, config.settings)
    checkWidth(config, source.header)
    return source
  }

  return {
    /** Opens an uploaded file for cells that are no fields of records. Throws TableError. */
    async openTable(
      tenantId: number,
      { uploadId, fileName }: { uploadId: string; fileName: string },
      settings: ImportConfig['settings'],
    ): Promise<RowSource> {
      const pieces = await findPieces(platform.database.tenant(tenantId), tenantId, uploadId)
      const path = await keeping.fileOf(tenantId, { uploadId, pieces })
      return openFile(platform.parsers, path, fileName, settings)
    },

    /** Refuses a configuration that cannot work. Error: invalid_input `bulk.config`. */
    async check(tenantId: number, level: LevelId, config: ImportConfig, fromFile: boolean): Promise<void> {
      checkConfig(config, await neighbours.fields.catalogue(tenantId, level), fromFile)
    },

    /** Reads cells that were pasted, by field name; numbers and days as the language writes them. */
    async readPasted(
      actor: Actor,
      level: LevelId,
      rows: readonly Readonly<Record<string, unknown>>[],
      locale: string | undefined,
    ): Promise<ReadForm[]> {
      const { tenantId } = actor
      const request = { level, config: pasteConfig, from: { rows: [] }, earlier: [] }
      const [context, users] = await Promise.all([
        readingContext(actor, request),
        neighbours.users.directory(tenantId),
      ])
      return readPastedRows(rows, {
        db: platform.database.tenant(tenantId),
        actor,
        context,
        catalogues: (of) => neighbours.fields.catalogue(tenantId, of),
        locale: locale ?? users.byId.get(actor.userId)?.locale,
      })
    },

    /** Opens the reading of texts as values of a field, as an import reads the cells of a column. */
    async openTexts(
      actor: Actor,
      level: LevelId,
      field: CatalogueField,
      form: TextForm,
    ): Promise<TextReading> {
      const { tenantId } = actor
      const request = { level, config: pasteConfig, from: { rows: [] }, earlier: [] }
      return openTextReading(field, form, {
        db: platform.database.tenant(tenantId),
        actor,
        context: await readingContext(actor, request),
        catalogues: (of) => neighbours.fields.catalogue(tenantId, of),
      })
    },

    /** Opens a table and everything that its cells are held against. Throws TableError and AppError. */
    async open(actor: Actor, request: SheetRequest): Promise<Sheet> {
      const { config } = request
      const context = await readingContext(actor, request)
      const { catalogue } = context
      const fromFile = 'uploadId' in request.from
      checkConfig(config, catalogue, fromFile)
      const source = await openSource(actor, request)
      const key = config.key.flatMap((name) => catalogue.find(name) ?? [])
      const { readers, faults } = fromFile
        ? { readers: readersOfFile(context), faults: [] }
        : readersOfNames(source.header, context)
      const reader = createRowReader({
        readers,
        unknown: faults,
        key: key.map((field) => field.key),
        clearEmpty: config.emptyCells === 'clear',
        leavesOut: config.unreadableCells === 'leaveOut',
      })
      const asked = new Set(readers.flatMap(({ columns }) => columns))
      return { ...withoutUnasked(source, asked), catalogue, key, reader, books: context.options }
    },
  }
}
