import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { fileModule } from '../file/index.ts'
import { recordModule } from '../record/index.ts'
import { timelineModule } from '../timeline/index.ts'
import { userManagementModule } from '../user-management/index.ts'
import { createMailPages } from './mail-page.service.ts'
import { createKeeping, type ThreadNeighbours } from './thread.keeping.ts'
import { readableFiles } from './thread.read-model.ts'
import { addMailPageRoutes, addThreadRoutes } from './thread.routes.ts'
import { createThreadService } from './thread.service.ts'

export {
  beginAttempt,
  giveUpMessages,
  markSent,
  markUnsent,
  reviveMessage,
  type DueMessage,
} from './delivery.store.ts'
export type { MailPages } from './mail-page.service.ts'
export { findMessage, findSending, listMessages, type MessageRow } from './message.read-model.ts'
export { peopleOf, readMessage } from './message.service.ts'
export { findByHeader } from './message.store.ts'
export { type Keeping } from './thread.keeping.ts'
export { readableThreads } from './thread.read-model.ts'

/** E-mails in threads, on the pages of the records that they are about, and who may read them. */
function createEmailThreadModule(platform: Platform, neighbours: ThreadNeighbours) {
  const pages = createMailPages(platform, neighbours.files)
  const threads = createThreadService(platform, neighbours, pages)
  threads.registerRemoval()
  neighbours.files.registerHolder({ name: 'email', mayRead: readableFiles })
  const module: Module = {
    addRoutes(api) {
      addThreadRoutes(api, threads)
      addMailPageRoutes(api, pages)
    },
  }
  const { findMail } = threads
  return { module, service: { ...createKeeping(platform, neighbours), pages, findMail } }
}

export const emailThreadModule = defineModule({
  needs: {
    users: userManagementModule,
    records: recordModule,
    files: fileModule,
    timeline: timelineModule,
  },
  create: createEmailThreadModule,
})
