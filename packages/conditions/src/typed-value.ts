import { isDay } from './day.ts'
import { timesDecimal } from './decimal.ts'
import { fold } from './fold.ts'
import type { Operator, RuleKind } from './operator.ts'
import type { Condition, Money, RuleField } from './rule.ts'
import { spanOf, type Comparison } from './span.ts'
import type { Test, TextMatch } from './test-of-field.ts'

export type Typed =
  | { ok: true; test: Test; negated: boolean }
  | {
      ok: false
      fault: 'broken' | 'invalid'
      part: 'field' | 'operator' | 'value' | 'currencyDefinitionId'
      message: string
    }

/** The most days back or ahead that a relative condition may reach: a century. */
export const DAYS_LIMIT = 36_525

// Every negative operator is its positive twin, negated; that is what makes it hold for unset values.
const POSITIVE: Partial<Record<Operator, Operator>> = {
  notSet: 'set',
  notEquals: 'equals',
  notContains: 'contains',
  isNotSetTo: 'isSetTo',
}

type TypeValue = (operator: Operator, value: unknown, field: RuleField, condition: Condition) => Typed

const BY_KIND: Record<RuleKind, TypeValue> = {
  text: typeText,
  number: typeNumber,
  date: typeDate,
  boolean: (operator) => holds({ is: 'boolean', value: operator === 'isTrue' }),
  reference: typeReference,
  references: typeReference,
}

/** Types a condition whose operator is one of its field's kind. */
export function typeCondition(condition: Condition, field: RuleField): Typed {
  if (condition.currencyDefinitionId !== undefined && !field.money) {
    const message = `The field "${field.name}" is not a currency field. Remove the currency.`
    return { ok: false, fault: 'invalid', part: 'currencyDefinitionId', message }
  }
  const positive = POSITIVE[condition.operator]
  const operator = positive ?? condition.operator
  const typed =
    operator === 'set'
      ? holds({ is: 'set' })
      : BY_KIND[field.kind](operator, condition.value, field, condition)
  return typed.ok ? { ...typed, negated: positive !== undefined } : typed
}

function holds(test: Test): Typed {
  return { ok: true, test, negated: false }
}

function wrong(message: string): Typed {
  return { ok: false, fault: 'invalid', part: 'value', message }
}

function typeText(operator: Operator, value: unknown): Typed {
  if (typeof value !== 'string') return wrong('Enter a text to compare with.')
  if (value === '') return wrong('Enter at least one character, or use set or notSet.')
  return holds({ is: 'text', match: operator as TextMatch, folded: fold(value) })
}

function typeNumber(operator: Operator, value: unknown, field: RuleField, condition: Condition): Typed {
  const [first, second] = endsOf(operator, value)
  if (!isFiniteNumber(first) || !isFiniteNumber(second)) {
    return wrong(
      operator === 'between' ? 'Enter two numbers, [from, to].' : 'Enter a number to compare with.',
    )
  }
  if (second < first) return wrong('Enter the smaller number first.')
  if (field.money) return typeAmount(operator, [first, second], field.money, condition)
  return holds({ is: 'number', span: spanOf(operator as Comparison, first, second) })
}

function typeAmount(
  operator: Operator,
  [first, second]: readonly [number, number],
  money: Money,
  { currencyDefinitionId = money.currencyDefinitionId }: Condition,
): Typed {
  const factor = money.factor(currencyDefinitionId)
  const ends = [first, second].map((end) => factor && timesDecimal(String(end), factor))
  const [low, high] = ends
  if (low !== undefined && high !== undefined) {
    return holds({ is: 'amount', span: spanOf(operator as Comparison, low, high) })
  }
  const message = 'The currency of the condition has no exchange rate. Enter one or choose another currency.'
  return { ok: false, fault: 'broken', part: 'value', message }
}

function typeDate(operator: Operator, value: unknown): Typed {
  if (operator === 'inLast' || operator === 'inNext') return typeAround(operator, value)
  const [first, second] = endsOf(operator, value)
  if (!isDay(first) || !isDay(second)) {
    const example =
      operator === 'between' ? 'two dates as ["YYYY-MM-DD", "YYYY-MM-DD"]' : 'a date as "YYYY-MM-DD"'
    return wrong(`Enter ${example}.`)
  }
  if (second < first) return wrong('Enter the earlier date first.')
  return holds({ is: 'date', span: spanOf(operator as Comparison, first, second) })
}

/** The bounds of a comparison, from and to; they differ only for `between`. */
function endsOf(operator: Operator, value: unknown): readonly unknown[] {
  if (operator !== 'between') return [value, value]
  return Array.isArray(value) && value.length === 2 ? value : []
}

function isFiniteNumber(value: unknown): value is number {
  return Number.isFinite(value)
}

function typeAround(operator: 'inLast' | 'inNext', value: unknown): Typed {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > DAYS_LIMIT) {
    return wrong(`Enter a whole number of days from 0 to ${DAYS_LIMIT}.`)
  }
  const reach = operator === 'inLast' ? { before: value, after: 0 } : { before: 0, after: value }
  return holds({ is: 'around', ...reach })
}

function typeReference(_operator: Operator, value: unknown, field: RuleField): Typed {
  const listed: unknown[] = Array.isArray(value) ? value : [value]
  if (listed.length === 0 || !listed.every((id): id is number => Number.isSafeInteger(id))) {
    return wrong('Enter an id, or a list of at least one id. Ids are whole numbers.')
  }
  const named = listed.filter((id) => field.allowed?.has(id) ?? true)
  const ids = [...new Set(named.flatMap((id) => [id, ...(field.below?.get(id) ?? [])]))]
  if (ids.length > 0) return holds({ is: 'reference', ids })
  const message = 'The value of the condition was deleted. Choose another value or remove the condition.'
  return { ok: false, fault: 'broken', part: 'value', message }
}
