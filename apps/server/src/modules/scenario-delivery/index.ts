import { createHttpOut } from '../../platform/http-out/http-out.ts'
import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import { auditModule } from '../audit/index.ts'
import { emailDeliveryModule } from '../email-delivery/index.ts'
import { emailThreadModule } from '../email-thread/index.ts'
import { scenarioManagementModule } from '../scenario-management/index.ts'
import { scenarioRunModule } from '../scenario-run/index.ts'
import { userManagementModule } from '../user-management/index.ts'
import { workCalendarModule } from '../work-calendar/index.ts'
import { callChannel, callUrlNode } from './call-url.node.ts'
import { callDeadline, createCallTransport } from './call.transport.ts'
import { addDeliveryRoutes } from './delivery.routes.ts'
import { createDeliveries } from './delivery.service.ts'
import { forgetDeliveries } from './delivery.store.ts'
import { createEmailTransport } from './email.transport.ts'
import { mailChannel, sendEmailNode } from './send-email.node.ts'
import { slackMessageNode } from './slack-message.node.ts'
import { createSentService } from './sent.service.ts'
import { createSubscriptions } from './subscription.service.ts'

/** What scenarios send out of Steward: emails to contacts, and calls of addresses. */
export const scenarioDeliveryModule = defineModule({
  needs: {
    audit: auditModule,
    users: userManagementModule,
    calendars: workCalendarModule,
    scenarios: scenarioManagementModule,
    runs: scenarioRunModule,
    delivery: emailDeliveryModule,
    threads: emailThreadModule,
  },
  create(platform, neighbours): { module: Module } {
    const { scenarios, users } = neighbours
    const http = createHttpOut(platform.config.allowPrivateAddresses, callDeadline * 1000)
    const subscriptions = createSubscriptions(platform, neighbours)
    const deliver = createDeliveries(platform)
    scenarios.registerNode(sendEmailNode({ ...neighbours, deliver }))
    scenarios.registerNode(callUrlNode({ http, users, deliver }))
    scenarios.registerNode(slackMessageNode)
    return {
      module: {
        transports: {
          [mailChannel.name]: createEmailTransport(platform, { ...neighbours, subscriptions }),
          [callChannel.name]: createCallTransport(platform, { ...neighbours, http }),
        },
        retention: [
          {
            name: 'scenario deliveries',
            days: platform.config.keptDays.scenarios,
            forget: (tenantId, before) =>
              forgetDeliveries(platform.database.tenant(tenantId), tenantId, before),
          },
        ],
        addRoutes: (api) =>
          addDeliveryRoutes(api, { sent: createSentService(platform, neighbours), subscriptions }),
      },
    }
  },
})
