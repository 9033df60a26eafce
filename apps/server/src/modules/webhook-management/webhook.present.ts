import type { Webhook } from '@steward/contracts/webhook'
import type { UserDirectory } from '../user-management/index.ts'
import type { LaneSummary } from './activity.read-model.ts'
import { laneOf } from './webhook.dispatch.ts'
import type { StoredWebhook } from './webhook.store.ts'

/** How destinations are doing, by lane. */
export type Summaries = ReadonlyMap<string, LaneSummary>

interface Surroundings {
  directory: UserDirectory
  summaries: Summaries
  broken: Webhook['brokenConditions']
  now: Date
}

function rateOf(summary: LaneSummary | undefined): number | null {
  return summary && summary.ended > 0 ? summary.delivered / summary.ended : null
}

/** A webhook without its secrets. */
export function presentWebhook(
  stored: StoredWebhook,
  { directory, summaries, broken, now }: Surroundings,
): Webhook {
  const { webhookId, conditionLevel, condition, previousUntil, createdBy } = stored
  const summary = summaries.get(laneOf(webhookId))
  const isOverlapping = previousUntil !== null && previousUntil > now
  return {
    webhookId,
    status: stored.status,
    endpoint: stored.endpoint,
    events: stored.events,
    method: 'POST',
    contentType: 'application/json',
    authentication: { type: stored.authentication, username: stored.username },
    headers: stored.headerNames.map((name) => ({ name })),
    batches: stored.batches,
    condition: conditionLevel && condition ? { level: conditionLevel, rule: condition } : null,
    brokenConditions: broken.map(({ field, message }) => ({ field, message })),
    includedFields: stored.includedFields,
    previousSecretUntil: isOverlapping ? previousUntil.toISOString() : null,
    createdBy: { id: createdBy, name: directory.byId.get(createdBy)?.name ?? '' },
    createdAt: stored.createdAt.toISOString(),
    updatedAt: stored.updatedAt.toISOString(),
    disabledAt: stored.disabledAt?.toISOString() ?? null,
    disabledReason: stored.disabledReason,
    lastResult: summary?.lastResult ?? null,
    lastCallAt: summary?.lastCallAt?.toISOString() ?? null,
    waiting: summary?.waiting ?? 0,
    successRate: rateOf(summary),
  }
}
