import { recordChanged } from '@steward/contracts/event/record'
import { subscribeBatch } from '../../platform/events/subscriber.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { addChangeFeedRoutes } from './change-feed.routes.ts'
import { createChangeFeedService, type ChangeFeedNeighbours } from './change-feed.service.ts'

/** Tells open screens what others change. */
export function createChangeFeedModule(platform: Platform, neighbours: ChangeFeedNeighbours) {
  const service = createChangeFeedService(platform, neighbours)
  const module: Module = {
    addRoutes: (api) => addChangeFeedRoutes(api, service),
    subscribers: [
      {
        name: 'change-feed',
        subscriptions: [
          subscribeBatch(recordChanged, (tenantId, events) =>
            service.pass(
              tenantId,
              events.map(({ payload }) => payload),
            ),
          ),
        ],
      },
    ],
    onClose: async () => service.stop(),
  }
  return { module }
}
