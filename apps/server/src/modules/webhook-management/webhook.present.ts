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

/** How the destination of a webhook is doing; one that was never called has no summary. */
function doing(
  summary: LaneSummary | undefined,
): Pick<Webhook, 'lastResult' | 'lastCallAt' | 'waiting' | 'successRate'> {
  if (!summary) return { lastResult: null, lastCallAt: null, waiting: 0, successRate: null }
  const { lastResult, lastCallAt, waiting, ended, delivered } = summary
  return {
    lastResult,
    lastCallAt: lastCallAt?.toISOString() ?? null,
    waiting,
    successRate: ended > 0 ? delivered / ended : null,
  }
}

/** The time until which the previous secret signs too. */
function overlapOf(previousUntil: Date | null, now: Date): string | null {
  return previousUntil !== null && previousUntil > now ? previousUntil.toISOString() : null
}

/** A webhook without its secrets. */
export function presentWebhook(
  stored: StoredWebhook,
  { directory, summaries, broken, now }: Surroundings,
): Webhook {
  const { webhookId, conditionLevel, condition, previousUntil, createdBy } = stored
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
    ordered: stored.ordered,
    thin: stored.thin,
    condition: conditionLevel && condition ? { level: conditionLevel, rule: condition } : null,
    brokenConditions: broken.map(({ field, message }) => ({ field, message })),
    includedFields: stored.includedFields,
    previousSecretUntil: overlapOf(previousUntil, now),
    createdBy: { id: createdBy, name: directory.byId.get(createdBy)?.name ?? '' },
    createdAt: stored.createdAt.toISOString(),
    updatedAt: stored.updatedAt.toISOString(),
    disabledAt: stored.disabledAt?.toISOString() ?? null,
    disabledReason: stored.disabledReason,
    ...doing(summaries.get(laneOf(webhookId))),
  }
}
