import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { auditModule } from '../audit/index.ts'
import { createMessageChannel, messageChannel } from './message.channel.ts'
import { createMessageJobs } from './message.jobs.ts'
import { forgetMessages } from './message.retention.store.ts'
import { connectTransports } from './message.transport.ts'
import { addMessengerRoutes } from './messenger.routes.ts'
import { createMessengerService, type MessengerService } from './messenger.service.ts'
import { createOutboxService, type MessengerNeighbours } from './outbox.service.ts'

export { MailRefused, openMailServer } from './mail.server.ts'
export { unsubscribeHeaders } from './message.transport.ts'
export type { Outgoing } from './message.template.ts'
export type { MessengerService } from './messenger.service.ts'

/** Mails and text messages: sent by the outbox of the platform, or kept in the outbox when nothing is connected. */
function createMessengerModule(
  platform: Platform,
  neighbours: MessengerNeighbours,
): { module: Module; service: MessengerService } {
  const transports = connectTransports(platform.config)
  const outbox = createOutboxService(platform, transports, neighbours)
  return {
    service: createMessengerService(platform, transports),
    module: {
      ...createMessageJobs(platform),
      transports: { [messageChannel]: createMessageChannel(platform, transports) },
      addRoutes: (api) => addMessengerRoutes(api, outbox),
      retention: [
        {
          name: 'messages',
          days: platform.config.keptDays.messages,
          forget: (tenantId, before) => forgetMessages(platform.database.tenant(tenantId), tenantId, before),
        },
      ],
    },
  }
}

export const messengerModule = defineModule({ needs: { audit: auditModule }, create: createMessengerModule })
