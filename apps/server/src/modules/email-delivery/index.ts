import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { fileModule, type FileService } from '../file/index.ts'
import { userManagementModule, type UserService } from '../user-management/index.ts'
import { createDeliveryJobs } from './delivery.jobs.ts'
import { addDeliveryRoutes } from './delivery.routes.ts'
import { createMailDelivery } from './delivery.service.ts'
import { createSmtpMailbox } from './smtp.mailbox.ts'

export type { MailDelivery } from './delivery.service.ts'

/** How e-mails that were written here go out, and what happens to those that don't. */
function createEmailDeliveryModule(
  platform: Platform,
  { users, files }: { users: Pick<UserService, 'directory'>; files: FileService },
) {
  const mailbox = createSmtpMailbox(platform.config.mail)
  const service = createMailDelivery(platform, { users, mailbox })
  const module: Module = {
    ...createDeliveryJobs(platform, { users, files, mailbox }),
    addRoutes: (api) => addDeliveryRoutes(api, service),
  }
  return { module, service }
}

export const emailDeliveryModule = defineModule({
  needs: { users: userManagementModule, files: fileModule },
  create: createEmailDeliveryModule,
})
