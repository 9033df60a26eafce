import { createHttpOut } from '../../platform/http-out/http-out.ts'
import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { auditModule, type AuditService } from '../audit/index.ts'
import { bulkModule, type BulkService } from '../bulk/index.ts'
import { emailThreadModule } from '../email-thread/index.ts'
import { fieldModule } from '../field/index.ts'
import { healthModelModule } from '../health-model/index.ts'
import { ledgerModule } from '../ledger/index.ts'
import { messengerModule, type MessengerService } from '../messenger/index.ts'
import { recordListModule } from '../record-list/index.ts'
import { recordRuleModule, type RecordRules, type RegisterUses } from '../record-rule/index.ts'
import { successPlanModule } from '../success-plan/index.ts'
import { taskModule } from '../task/index.ts'
import { timelineActModule } from '../timeline-act/index.ts'
import { userManagementModule, type UserService } from '../user-management/index.ts'
import { findOldestWaiting } from './activity.read-model.ts'
import { createActivity } from './activity.service.ts'
import { createItemOccurrences, type ItemNeighbours } from './item-occurrence.ts'
import { createLedgerEvents } from './ledger-events.service.ts'
import { forgetMessages } from './message.store.ts'
import { createOtherOccurrences, type OtherNeighbours } from './other-occurrence.ts'
import { createReplays } from './replay.service.ts'
import { createAdmission, registerUses } from './webhook.condition.ts'
import { createDisable } from './webhook.disable.ts'
import { webhookChannel } from './webhook.dispatch.ts'
import { createOccurrences, type OccurrenceNeighbours } from './webhook.occurrence.ts'
import { addWebhookCallRoutes, addWebhookRoutes } from './webhook.routes.ts'
import { createWebhooks } from './webhook.service.ts'
import { listActiveWebhooks } from './webhook.store.ts'
import { createWebhookSubscriber } from './webhook.subscriber.ts'
import { createTestCalls } from './test-call.service.ts'
import { callDeadline, createWebhookTransport } from './webhook.transport.ts'

export { callEndpoint } from './webhook.call.ts'
export { attemptResultOf } from './webhook.transport.ts'

/** Days for which payloads are kept: longer than deliveries, which are kept after they ended. */
const keptDays = 40

interface Neighbours extends OccurrenceNeighbours, OtherNeighbours, ItemNeighbours {
  fields: OccurrenceNeighbours['fields']
  audit: AuditService
  bulk: BulkService
  messenger: MessengerService
  rules: RecordRules & { registerUses: RegisterUses }
  users: UserService
}

/** Endpoints of the company's other systems, which are notified of what happens to its customers. */
function createWebhookModule(platform: Platform, neighbours: Neighbours): { module: Module } {
  const dbOf = (tenantId: number) => platform.database.tenant(tenantId)
  const http = createHttpOut(platform.config.allowPrivateAddresses, callDeadline * 1000)
  const active = platform.caches.create('webhook', async (tenantId, db) => listActiveWebhooks(db, tenantId))
  const shared = { ...neighbours, http, active }
  registerUses(platform, neighbours.rules)
  const webhooks = createWebhooks(platform, shared)
  const occurrences = createOccurrences(neighbours)
  const others = createOtherOccurrences(neighbours)
  const items = createItemOccurrences(neighbours)
  const admit = createAdmission(platform, neighbours.rules)
  const ledgerEvents = createLedgerEvents(platform, { ...neighbours, occurrences, others, items })
  const replays = createReplays(platform, { ...shared, webhooks, ledgerEvents, admit })
  const activity = createActivity(platform, webhooks)
  const sendTest = createTestCalls(platform, { ...shared, webhooks })
  const disable = createDisable(platform, shared)
  return {
    module: {
      tasks: replays.tasks,
      subscribers: [createWebhookSubscriber(platform, { ...shared, occurrences, others, items, admit })],
      transports: { [webhookChannel]: createWebhookTransport(platform, { http, disable }) },
      addRoutes(api) {
        addWebhookRoutes(api, webhooks)
        addWebhookCallRoutes(api, { activity, replays, sendTest })
      },
      retention: [
        {
          name: 'webhook payloads',
          days: keptDays,
          forget: async (tenantId, before) =>
            forgetMessages(
              dbOf(tenantId),
              tenantId,
              before,
              await findOldestWaiting(dbOf(tenantId), tenantId),
            ),
        },
      ],
    },
  }
}

export const webhookManagementModule = defineModule({
  needs: {
    audit: auditModule,
    bulk: bulkModule,
    fields: fieldModule,
    healthModels: healthModelModule,
    ledger: ledgerModule,
    lists: recordListModule,
    mails: emailThreadModule,
    messenger: messengerModule,
    plans: successPlanModule,
    rules: recordRuleModule,
    tasks: taskModule,
    timelineActs: timelineActModule,
    users: userManagementModule,
  },
  create: createWebhookModule,
})
