import type { CheckedCondition, CheckedRule } from './check.ts'
import { dayOf, type Day } from './day.ts'
import { compareDecimals } from './decimal.ts'
import { fold } from './fold.ts'
import { branchesOf } from './rule.ts'
import { spanHolds, type Span } from './span.ts'
import { spanAround, type Test } from './test-of-field.ts'

/**
 * Whether the rule holds for one record; the same answer as `ruleToSql` gives for the same values.
 *
 * `read` gives a field's value: a text; a number, or the same as decimal digits; a day, an ISO 8601 instant
 * or a Date for a date (an instant counts as its UTC day); true or false; an id or a list of ids. Anything
 * else, an empty text and an empty list included, is unset.
 */
export function evaluateRule(
  rule: CheckedRule,
  read: (fieldName: string) => unknown,
  { today }: { today: Day },
): boolean {
  const visit = (node: CheckedRule, negated: boolean): boolean => {
    const group = branchesOf(node, negated)
    if (group === undefined) return leafHolds(node as CheckedCondition, negated, read, today)
    const branch = (below: CheckedRule) => visit(below, group.negated)
    return group.every ? group.rules.every(branch) : group.rules.some(branch)
  }
  return visit(rule, false)
}

function leafHolds(
  leaf: CheckedCondition,
  negated: boolean,
  read: (fieldName: string) => unknown,
  today: Day,
): boolean {
  if (leaf.test === undefined) return false
  return testHolds(leaf.test, read(leaf.field), today) !== (leaf.negated !== negated)
}

function testHolds(test: Test, value: unknown, today: Day): boolean {
  switch (test.is) {
    case 'set':
      return isSet(value)
    case 'text':
      return textHolds(test, value)
    case 'number':
      return isNumeric(value) && spanHolds(test.span, Number(value))
    case 'amount':
      return amountHolds(test.span, value)
    case 'date':
      return dayHolds(test.span, value)
    case 'around':
      return dayHolds(spanAround(test, today), value)
    case 'boolean':
      return value === test.value
    case 'reference':
      return (Array.isArray(value) ? value : [value]).some((id) => test.ids.includes(id))
  }
}

function dayHolds(span: Span<Day>, value: unknown): boolean {
  const day = dayOf(value)
  return day !== undefined && spanHolds(span, day)
}

function isSet(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return false
  return !Array.isArray(value) || value.length > 0
}

function isNumeric(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))
}

function amountHolds({ low, lowOpen, high, highOpen }: Span<string>, value: unknown): boolean {
  if (typeof value !== 'number' && typeof value !== 'string') return false
  const above = low === undefined ? 1 : compareDecimals(String(value), low)
  const below = high === undefined ? -1 : compareDecimals(String(value), high)
  if (above === undefined || below === undefined) return false
  return (lowOpen ? above > 0 : above >= 0) && (highOpen ? below < 0 : below <= 0)
}

function textHolds({ match, folded }: Extract<Test, { is: 'text' }>, value: unknown): boolean {
  if (typeof value !== 'string') return false
  const text = fold(value)
  if (match === 'equals') return text === folded
  return match === 'contains' ? text.includes(folded) : text.startsWith(folded)
}
