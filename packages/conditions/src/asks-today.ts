import { isOperator, OPERATORS } from './operator.ts'
import { mapLeaves, type Tree } from './rule.ts'

/** Whether a rule asks about days ahead or back, so that time alone changes what matches. */
export function asksToday(rule: Tree<{ operator: string }>): boolean {
  let found = false
  mapLeaves(rule, ({ operator }) => {
    found ||= isOperator(operator) && OPERATORS[operator].arity === 'days'
  })
  return found
}
