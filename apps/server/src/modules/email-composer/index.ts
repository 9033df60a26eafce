import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { emailModule } from '../email/index.ts'
import { emailDeliveryModule } from '../email-delivery/index.ts'
import { emailThreadModule } from '../email-thread/index.ts'
import { fileModule } from '../file/index.ts'
import { recordModule } from '../record/index.ts'
import { userManagementModule } from '../user-management/index.ts'
import { addComposerRoutes } from './composer.routes.ts'
import { createComposer, type ComposerNeighbours } from './composer.service.ts'

/** Writing e-mails: new ones, answers and forwards. */
function createEmailComposerModule(platform: Platform, neighbours: ComposerNeighbours): { module: Module } {
  const composer = createComposer(platform, neighbours)
  return { module: { addRoutes: (api) => addComposerRoutes(api, composer) } }
}

export const emailComposerModule = defineModule({
  needs: {
    users: userManagementModule,
    records: recordModule,
    files: fileModule,
    parser: emailModule,
    threads: emailThreadModule,
    delivery: emailDeliveryModule,
  },
  create: createEmailComposerModule,
})
