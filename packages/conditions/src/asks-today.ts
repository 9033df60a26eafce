import { isOperator, OPERATORS } from './operator.ts'
import { mapLeaves, type Rule } from './rule.ts'

/** Whether a rule asks about days ahead or back, so that time alone changes what matches. */
export function asksToday(rule: Rule): boolean {
  let found = false
  mapLeaves(rule, ({ operator }) => {
    found ||= isOperator(operator) && OPERATORS[operator].arity === 'days'
  })
  return found
}
