import { levelOf } from '@steward/contracts/level'
import { findWebhookEvent } from '@steward/contracts/plain/webhook'
import type { WebhookCondition } from '@steward/contracts/webhook'

/** What is wrong with a condition beside its rule, by path: a condition is about the records of every event. */
export function faultsOfCondition(
  events: readonly string[],
  condition: WebhookCondition | null,
): Record<string, string> | undefined {
  if (!condition) return undefined
  const { plural } = levelOf(condition.level)
  const other = events.find((type) => findWebhookEvent(type)?.level !== condition.level)
  if (other === undefined) return undefined
  return {
    'condition.level': `The condition is about ${plural}. Remove the event ${other}, or the condition.`,
  }
}
