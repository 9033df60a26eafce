import { deliveryKinds, deliveryStates } from '@steward/contracts/plain/scenario'
import type { ScenarioDeliveries, scenarioDeliveryQuery } from '@steward/contracts/scenario/outgoing'
import type { z } from 'zod'
import { may, type Actor } from '../../platform/actor.ts'
import { notFound } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Scenarios } from '../scenario-management/index.ts'
import { callSecret } from './call.transport.ts'
import { listLeft, type ListedDelivery } from './delivery.store.ts'

const present = ({
  kind,
  state,
  recordId,
  name,
  at,
  ...rest
}: ListedDelivery): ScenarioDeliveries['data'][number] => ({
  ...rest,
  kind: deliveryKinds[kind - 1] ?? 'email',
  state: deliveryStates[state - 1] ?? 'delivered',
  record: { id: recordId, name },
  at: at.toISOString(),
})

/** What scenarios have sent, and with which secret their calls are signed. */
export function createSentService(
  { database, secrets }: Platform,
  { scenarios }: { scenarios: Pick<Scenarios, 'findIn'> },
) {
  return {
    /** Error: not_found `scenario.unknown`. */
    async list(
      { tenantId }: Actor,
      scenarioId: number,
      { since, limit }: z.output<typeof scenarioDeliveryQuery>,
    ): Promise<ScenarioDeliveries> {
      const db = database.tenant(tenantId)
      if (!(await scenarios.findIn(db, tenantId, scenarioId))) {
        throw notFound('scenario.unknown', 'This scenario no longer exists.')
      }
      const { rows, total } = await listLeft(db, tenantId, scenarioId, new Date(since), limit)
      return { data: rows.map(present), total }
    },

    /** For those who may manage webhooks. */
    signing: (actor: Actor): { secret: string | null } => ({
      secret: may(actor, 'webhook.administer') ? callSecret(secrets, actor.tenantId) : null,
    }),
  }
}

export type SentService = ReturnType<typeof createSentService>
