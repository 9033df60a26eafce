import type { Condition, Rule } from '@steward/conditions'
import { fieldAliases } from '@steward/contracts/built-in-field'

const stageField = 'system:lifecycleStageId'
/** All that a rule may call the stage of its record, in small letters. */
const names = new Set(
  [stageField, ...Object.keys(fieldAliases).filter((alias) => fieldAliases[alias] === stageField)].map(
    (name) => name.toLowerCase(),
  ),
)

/** Whether a field of a rule, which may be one of a parent, is the stage of a record. */
export const isStageField = (field: string): boolean =>
  names.has(field.slice(field.lastIndexOf('.') + 1).toLowerCase())

/** The conditions of a rule, wherever they stand. */
function conditionsOf(rule: Rule): Condition[] {
  if ('and' in rule) return rule.and.flatMap(conditionsOf)
  if ('or' in rule) return rule.or.flatMap(conditionsOf)
  return 'not' in rule ? conditionsOf(rule.not) : [rule]
}

/** Whether a rule names a stage: the stages of all levels have ids of their own. */
export function namesStage(rule: Rule, stageId: number): boolean {
  return conditionsOf(rule).some(
    ({ field, value }) => isStageField(field) && [value].flat().some((one) => Number(one) === stageId),
  )
}
