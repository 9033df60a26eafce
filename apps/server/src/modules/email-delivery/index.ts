import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { fileModule, type FileService } from '../file/index.ts'
import { userManagementModule, type UserService } from '../user-management/index.ts'
import { createEmailChannel, createTidyJobs, emailChannel } from './delivery.channel.ts'
import { addDeliveryRoutes } from './delivery.routes.ts'
import { createMailDelivery } from './delivery.service.ts'
import { createSmtpMailbox } from './smtp.mailbox.ts'

export type { MailDelivery } from './delivery.service.ts'

/** Sends emails that were written in Steward, and retries those that fail. */
function createEmailDeliveryModule(
  platform: Platform,
  { users, files }: { users: Pick<UserService, 'directory'>; files: FileService },
) {
  const mailbox = createSmtpMailbox(platform.config.mail)
  const service = createMailDelivery(platform, { users, mailbox })
  const module: Module = {
    ...createTidyJobs(platform),
    transports: { [emailChannel]: createEmailChannel(platform, { users, files, mailbox }) },
    addRoutes: (api) => addDeliveryRoutes(api, service),
  }
  return { module, service }
}

export const emailDeliveryModule = defineModule({
  needs: { users: userManagementModule, files: fileModule },
  create: createEmailDeliveryModule,
})
