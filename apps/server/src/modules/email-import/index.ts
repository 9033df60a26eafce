import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { emailModule } from '../email/index.ts'
import { emailThreadModule } from '../email-thread/index.ts'
import { fileModule } from '../file/index.ts'
import { recordModule } from '../record/index.ts'
import { userManagementModule } from '../user-management/index.ts'
import { addImportRoutes } from './import.routes.ts'
import { createMailImport, type MailImportNeighbours } from './import.service.ts'

/** E-mails that were saved as files, kept like those that were written here. */
function createEmailImportModule(platform: Platform, neighbours: MailImportNeighbours) {
  const mails = createMailImport(platform, neighbours)
  const module: Module = { addRoutes: (api) => addImportRoutes(api, mails) }
  return { module, service: { run: mails.run } }
}

export const emailImportModule = defineModule({
  needs: {
    users: userManagementModule,
    records: recordModule,
    files: fileModule,
    parser: emailModule,
    threads: emailThreadModule,
  },
  create: createEmailImportModule,
})
