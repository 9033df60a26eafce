import type { Condition, Rule } from '@steward/conditions'

/** The conditions of a rule, wherever they stand. */
function conditionsOf(rule: Rule): Condition[] {
  if ('and' in rule) return rule.and.flatMap(conditionsOf)
  if ('or' in rule) return rule.or.flatMap(conditionsOf)
  return 'not' in rule ? conditionsOf(rule.not) : [rule]
}

/** Whether a rule names a stage: the stages of all levels have ids of their own. */
export function namesStage(rule: Rule, stageId: number): boolean {
  return conditionsOf(rule).some(
    ({ field, value }) =>
      field.endsWith('system:lifecycleStageId') && [value].flat().some((one) => Number(one) === stageId),
  )
}
