import { levelOf, type LevelId } from '@steward/contracts/level'
import { findWebhookEvent } from '@steward/contracts/plain/webhook'
import type { WebhookCondition } from '@steward/contracts/webhook'
import { dayOf } from '../../platform/clock.ts'
import { query, type Db } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import type { RecordRules, RegisterUses } from '../record-rule/index.ts'
import type { Admitted } from './webhook.dispatch.ts'
import { listWebhooks, type StoredWebhook } from './webhook.store.ts'

type Conditional = Pick<StoredWebhook, 'webhookId' | 'conditionLevel' | 'condition'>

/** Those of the records that meet a condition on the record `r`, whose values begin at $3. */
async function listMatching(
  db: Db,
  tenantId: number,
  recordIds: readonly number[],
  condition: string,
  values: readonly unknown[],
): Promise<Set<number>> {
  const rows = await query<{ recordId: number }>(
    db,
    `select r.record_id as "recordId" from record_fenced r
     where r.tenant_id = $1 and r.record_id = any($2::bigint[]) and ${condition}`,
    [tenantId, recordIds, ...values],
  )
  return new Set(rows.map(({ recordId }) => recordId))
}

/** Which of some records meet the conditions of webhooks, as the records are now. */
export function createAdmission({ database, clock }: Platform, rules: Pick<RecordRules, 'compileRule'>) {
  async function admit(
    tenantId: number,
    { conditionLevel, condition }: Conditional,
    recordIds: readonly number[],
  ): Promise<ReadonlySet<number> | undefined> {
    if (conditionLevel === null || condition === null) return undefined
    if (recordIds.length === 0) return new Set()
    const rule = await rules.compileRule(tenantId, conditionLevel, condition, 'condition.rule')
    const values: unknown[] = []
    const param = (value: unknown) => `$${values.push(value) + 2}`
    const sql = `r.level = ${param(conditionLevel)} and (${rule.sql(param, dayOf(clock.now()))})`
    return listMatching(database.tenant(tenantId), tenantId, recordIds, sql, values)
  }

  return async (
    tenantId: number,
    webhooks: readonly Conditional[],
    recordIds: readonly number[],
  ): Promise<Admitted> => {
    const admitted = new Map<number, ReadonlySet<number> | undefined>()
    for (const webhook of webhooks) admitted.set(webhook.webhookId, await admit(tenantId, webhook, recordIds))
    return admitted
  }
}

export type Admit = ReturnType<typeof createAdmission>

/**
 * What is wrong with a condition beside its rule, by path: a condition is about the records of every event. What is
 * logged is sent where its record meets it.
 */
export function faultsOfCondition(
  events: readonly string[],
  condition: WebhookCondition | null,
): Record<string, string> | undefined {
  if (!condition) return undefined
  const { plural } = levelOf(condition.level)
  const other = events.find((type) => {
    const event = findWebhookEvent(type)
    return event?.level !== condition.level && !event?.isLogged
  })
  if (other === undefined) return undefined
  return {
    'condition.level': `The condition is about ${plural}. Remove the event ${other}, or the condition.`,
  }
}

const hostOf = ({ endpoint }: StoredWebhook): string => new URL(endpoint).host

/** The levels of the records whose values a webhook sends. */
function levelsOf({ events }: StoredWebhook): LevelId[] {
  return [...new Set(events.flatMap((type) => findWebhookEvent(type)?.level ?? []))]
}

/** Registers which fields and stages webhooks ask about in their conditions, and which fields they send. */
export function registerUses({ database }: Platform, rules: { registerUses: RegisterUses }): void {
  const list = (tenantId: number) => listWebhooks(database.tenant(tenantId), tenantId)
  const asked = async (tenantId: number) =>
    (await list(tenantId)).flatMap((webhook) =>
      webhook.conditionLevel === null
        ? []
        : { name: hostOf(webhook), level: webhook.conditionLevel, settings: webhook.condition },
    )
  const sent = async (tenantId: number) =>
    (await list(tenantId)).flatMap((webhook) =>
      levelsOf(webhook).map((level) => ({
        name: hostOf(webhook),
        level,
        settings: (webhook.includedFields ?? []).map((field) => ({ field })),
      })),
    )
  rules.registerUses('webhook', asked, 'webhook.administer')
  rules.registerUses('webhook payload', sent, 'webhook.administer')
}
