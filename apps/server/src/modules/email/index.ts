import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { createCompose } from './compose.service.ts'
import { createDeliveryJobs } from './delivery.jobs.ts'
import { addEmailRoutes } from './email.routes.ts'
import { addImportRoutes } from './import.routes.ts'
import { createImport } from './import.service.ts'
import { createKeeping, type KeepingNeighbours } from './keeping.service.ts'
import { createMailPages } from './mail-page.service.ts'
import { createSmtpMailbox } from './smtp.mailbox.ts'
import { readableFiles } from './thread.read-model.ts'
import { createThreadService } from './thread.service.ts'

/** Mails with customers: written here or imported, in threads, on the pages of the records that they are about. */
export function createEmailModule(platform: Platform, neighbours: KeepingNeighbours): { module: Module } {
  const { files, users } = neighbours
  const mailbox = createSmtpMailbox(platform.config.mail)
  const pages = createMailPages(platform, files)
  const keeping = createKeeping(platform, neighbours)
  const threads = createThreadService(platform, neighbours, pages)
  const compose = createCompose(platform, neighbours, { keeping, pages, mailbox })
  const mails = createImport(platform, neighbours, keeping)
  threads.registerRemoval()
  files.registerHolder({ name: 'email', mayRead: readableFiles })
  return {
    module: {
      ...createDeliveryJobs(platform, { users, files, mailbox }),
      addRoutes(api) {
        addEmailRoutes(api, { compose, threads })
        addImportRoutes(api, { mails, pages })
      },
    },
  }
}
