import { operatorsOf } from './operator.ts'
import { inside, mapLeaves, type Condition, type Rule, type RuleField, type Tree } from './rule.ts'
import type { Test } from './test-of-field.ts'
import { typeCondition, type Typed } from './typed-value.ts'

/** A leaf that is ready to be evaluated or written as SQL. */
export interface CheckedCondition {
  field: string
  /** The test of the field; absent when the condition is broken or invalid, and so matches nothing. */
  test: Test | undefined
  /** Whether the field must not be so (`notSet`, `notEquals`, …); such a condition holds for unset values. */
  negated: boolean
}

/** A rule whose every condition has been typed by its field. */
export type CheckedRule = Tree<CheckedCondition>

export interface CheckProblem {
  /** Where, for example `and[0].value`; empty for the whole rule. */
  path: string
  field: string
  /** A sentence that says what to do. */
  message: string
  /**
   * `broken`: what the condition is about is gone; a stored rule may hold such, and it matches nothing.
   * `invalid`: the condition never made sense for its field; a request that brings it should be refused.
   */
  fault: 'broken' | 'invalid'
}

/**
 * Types every condition by its field. Never throws: a faulty condition is reported, kept, and matches
 * nothing, negated or not.
 */
export function checkRule(
  rule: Rule,
  find: (name: string) => RuleField | undefined,
): { rule: CheckedRule; problems: CheckProblem[] } {
  const problems: CheckProblem[] = []
  const checked = mapLeaves(rule, (condition, path): CheckedCondition => {
    const typed = checkCondition(condition, find(condition.field))
    if (typed.ok) return { field: condition.field, test: typed.test, negated: typed.negated }
    const { part, message, fault } = typed
    problems.push({ path: inside(path, part), field: condition.field, message, fault })
    return { field: condition.field, test: undefined, negated: false }
  })
  return { rule: checked, problems }
}

function checkCondition(condition: Condition, field: RuleField | undefined): Typed {
  const { field: name, operator } = condition
  if (field === undefined) {
    const message = `Unknown field "${name}". Choose another field or remove the condition.`
    return { ok: false, fault: 'broken', part: 'field', message }
  }
  const operators = operatorsOf(field.kind)
  if (operators.includes(operator)) return typeCondition(condition, field)
  const message = `The field "${name}" does not support "${operator}". Use one of ${operators.join(', ')}.`
  return { ok: false, fault: 'invalid', part: 'operator', message }
}
