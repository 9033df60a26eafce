import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { fileModule } from '../file/index.ts'
import { currencyModule } from '../currency/index.ts'
import { lifecycleModule } from '../lifecycle/index.ts'
import { userManagementModule } from '../user-management/index.ts'
import { fieldLayoutModule } from '../field-layout/index.ts'
import { fieldModule } from '../field/index.ts'
import { createSheetService, type SheetNeighbours } from './sheet.service.ts'
import { createUploadJobs } from './upload.jobs.ts'
import { createUploadKeeping } from './upload.keeping.ts'
import { addUploadRoutes } from './upload.routes.ts'
import { createUploadProfiles } from './upload-profile.service.ts'
import { createUploadService } from './upload.service.ts'

export { quote } from '../data-type/index.ts'
export { createKeySet, hashKey, type KeySet } from './sheet.key.ts'
export { isExactId } from './sheet.column.ts'
export { internalIdKey } from './sheet.mapping.ts'
export { firstForeseen, isOfBatch, type Foresee } from './sheet.named.ts'
export type { OptionBook } from './sheet.options.ts'
export { resolveReferences, type NewParent, type ResolvedRow } from './sheet.references.ts'
export { createSameKeys, type SameKeys } from './sheet.same-key.ts'
export type { BadCell, Draft, SourceRow } from './sheet.row.ts'
export type { Sheet } from './sheet.service.ts'
export { guessForm, type GuessedForm } from './sheet.suggest.ts'
export type { TextReading } from './sheet.paste.ts'
export { openUploadBytes } from './upload.bytes.ts'
export type { EarlierImports } from './upload.service.ts'

/** A customer's table: a file that is uploaded, how it reads, and what its cells mean. */
function createSheetModule(platform: Platform, neighbours: SheetNeighbours) {
  const keeping = createUploadKeeping(platform, neighbours.keptBytes)
  const profiles = createUploadProfiles(platform, keeping)
  const uploads = createUploadService(platform, neighbours, keeping, profiles)
  const { tasks, schedules, registerUse } = createUploadJobs(platform, keeping)
  const module: Module = {
    tasks: { ...tasks, ...profiles.tasks },
    abandoned: profiles.abandoned,
    schedules,
    addRoutes: (api) => addUploadRoutes(api, uploads),
  }
  const { check, open, openTable, openTexts, readPasted } = createSheetService(platform, neighbours, keeping)
  return {
    module,
    service: {
      check,
      open,
      openTable,
      openTexts,
      readPasted,
      createUpload: uploads.create,
      receiveUpload: uploads.receive,
      findUpload: uploads.findComplete,
      countRows: profiles.countRows,
      registerUse,
      registerEarlierImports: uploads.registerEarlierImports,
    },
  }
}

export type Sheets = ReturnType<typeof createSheetModule>['service']

export const sheetModule = defineModule({
  needs: {
    fields: fieldModule,
    layout: fieldLayoutModule,
    users: userManagementModule,
    lifecycle: lifecycleModule,
    currency: currencyModule,
    files: fileModule,
  },
  create: (platform, { files, ...neighbours }) =>
    createSheetModule(platform, { ...neighbours, keptBytes: files.keptBytes }),
})
