import type { CheckedCondition, CheckedRule } from './check.ts'
import { leafToSql } from './leaf-sql.ts'
import { branchesOf } from './rule.ts'
import type { RuleColumn } from './rule-column.ts'

export interface SqlTarget {
  /** Where a field is stored. Throws when the field is not one that `checkRule` was notified of. */
  column: (fieldName: string) => RuleColumn
  /** Registers a value, always a text, and returns its placeholder, for example `$3`. */
  param: (value: unknown) => string
  /** `YYYY-MM-DD` */
  today: string
}

/**
 * The rule as an SQL boolean for a `where`: true exactly where `evaluateRule` is true, else false or null.
 * Comparisons are left as an index on the column can serve them; write `(…) is true` where null would hurt.
 * Every value goes through `param`; the text holds only the SQL of the columns and placeholders.
 */
export function ruleToSql(rule: CheckedRule, target: SqlTarget): string {
  const visit = (node: CheckedRule, negated: boolean): string => {
    const group = branchesOf(node, negated)
    if (group === undefined) return leaf(node as CheckedCondition, negated, target)
    const [first, ...more] = group.rules.map((below) => visit(below, group.negated))
    if (first === undefined) return group.every ? 'true' : 'false'
    return more.length === 0 ? first : `(${[first, ...more].join(group.every ? ' and ' : ' or ')})`
  }
  return visit(rule, false)
}

function leaf(condition: CheckedCondition, negated: boolean, target: SqlTarget): string {
  if (condition.test === undefined) return 'false'
  const holds = leafToSql(condition.test, target.column(condition.field), target)
  return condition.negated === negated ? holds : `(${holds} is not true)`
}
