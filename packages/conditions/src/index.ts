export { asksToday } from './asks-today.ts'
export { checkRule, type CheckedCondition, type CheckedRule, type CheckProblem } from './check.ts'
export { compareDecimals, divideDecimal, timesDecimal } from './decimal.ts'
export { addDays, dayOf, isDay, type Day } from './day.ts'
export { describeRule, type RuleLabels } from './describe.ts'
export { evaluateRule } from './evaluate.ts'
export { fieldsOf } from './fields-of.ts'
export { fold, foldedSql } from './fold.ts'
export {
  isOperator,
  OPERATORS,
  operatorsOf,
  operatorWords,
  type Arity,
  type Operator,
  type RuleKind,
} from './operator.ts'
export { parseRule, RULE_LIMITS, type ParsedRule, type ParseProblem } from './parse.ts'
export type { RuleColumn, RuleStorage } from './rule-column.ts'
export { mapLeaves } from './rule.ts'
export type { Condition, Money, Rule, RuleField, Tree } from './rule.ts'
export { ruleToSql, type SqlTarget } from './sql.ts'
export type { Test } from './test-of-field.ts'
export { DAYS_LIMIT } from './typed-value.ts'
export { VALUE_LIMITS } from './value-shape.ts'
