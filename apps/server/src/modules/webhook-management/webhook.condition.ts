import { dayOf } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import type { RecordRules } from '../record-rule/index.ts'
import { listMatching } from './record-change.read-model.ts'
import type { Admitted } from './webhook.dispatch.ts'
import type { StoredWebhook } from './webhook.store.ts'

type Conditional = Pick<StoredWebhook, 'webhookId' | 'conditionLevel' | 'condition'>

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
