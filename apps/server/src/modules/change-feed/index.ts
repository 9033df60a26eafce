import { recordChanged } from '@steward/contracts/event/record.event'
import { handleBatch } from '../../platform/events/events.ts'
import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { userManagementModule } from '../user-management/index.ts'
import { identityModule } from '../identity/index.ts'
import { addChangeFeedRoutes } from './change-feed.routes.ts'
import { createChangeFeedService, type ChangeFeedNeighbours } from './change-feed.service.ts'

export type { ChangeFeed } from './change-feed.service.ts'

/** Tells open screens what others change. */
function createChangeFeedModule(platform: Platform, neighbours: ChangeFeedNeighbours) {
  const service = createChangeFeedService(platform, neighbours)
  const module: Module = {
    addRoutes: (api) => addChangeFeedRoutes(api, service),
    subscribers: [{ name: 'change-feed', handlers: [handleBatch(recordChanged, service.pass)] }],
    onClose: async () => service.stop(),
  }
  return { module, service: { tellUsers: service.tellUsers } }
}

export const changeFeedModule = defineModule({
  needs: { identity: identityModule, users: userManagementModule },
  create: createChangeFeedModule,
})
