import { levelOf } from '@steward/contracts/level'
import type { WebhookCondition } from '@steward/contracts/webhook'
import type { LevelField } from '../../../entities/field/index.ts'
import { ruleWords, useRuleFields, useRuleLookups } from '../../../entities/rule/index.ts'
import { useValueLookups } from '../../../entities/value/index.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'

const none: readonly LevelField[] = []

/** A condition in words. */
export function RuleText({ condition }: { condition: WebhookCondition }) {
  const level = levelOf(condition.level)
  const { fields } = useRuleFields(level)
  const lookups = useRuleLookups(useValueLookups(level), condition.rule, fields ?? none)
  if (!fields) return <Skeleton className="h-3 w-60 max-w-full" />
  return <span className="wrap-anywhere">{ruleWords(condition.rule, fields, lookups)}</span>
}
