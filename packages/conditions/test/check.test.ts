import { describe, expect, test } from 'vitest'
import { checkRule, DAYS_LIMIT, OPERATORS, operatorsOf, type Operator, type RuleKind } from '../src/index.ts'
import { findField } from './fields.ts'

function problemsOf(field: string, operator: Operator, value?: unknown): string[] {
  const { problems } = checkRule({ field, operator, value }, findField)
  return problems.map(({ path, message, fault }) => `${fault} ${path}: ${message}`)
}

const KIND_FIELDS: Record<RuleKind, string> = {
  text: 'note',
  number: 'health',
  date: 'renewal',
  boolean: 'active',
  reference: 'stage',
  references: 'owners',
}
const SOUND: Record<RuleKind, unknown> = {
  text: 'a',
  number: 1,
  date: '2026-01-01',
  boolean: undefined,
  reference: 1,
  references: [1],
}

describe.each(Object.entries(KIND_FIELDS) as [RuleKind, string][])('a %s field', (kind, field) => {
  test.each(operatorsOf(kind))('takes %s', (operator) => {
    const { arity } = OPERATORS[operator]
    const value = arity === 'days' ? 7 : arity === 'two' ? [SOUND[kind], SOUND[kind]] : SOUND[kind]
    expect(problemsOf(field, operator, value)).toEqual([])
  })

  const others = (Object.keys(OPERATORS) as Operator[]).filter((name) => !operatorsOf(kind).includes(name))
  test.each(others)('does not take %s', (operator) => {
    const known = operatorsOf(kind).join(', ')
    expect(problemsOf(field, operator, SOUND[kind])).toEqual([
      `invalid operator: The field "${field}" does not support "${operator}". Use one of ${known}.`,
    ])
  })
})

const aNumber = 'Enter a number to compare with.'
const twoNumbers = 'Enter two numbers, [from, to].'
const aDay = 'Enter a date as "YYYY-MM-DD".'
const twoDays = 'Enter two dates as ["YYYY-MM-DD", "YYYY-MM-DD"].'
const someDays = `Enter a whole number of days from 0 to ${DAYS_LIMIT}.`
const someIds = 'Enter an id, or a list of at least one id. Ids are whole numbers.'

test.each([
  ['note', 'equals', 5, 'Enter a text to compare with.'],
  ['note', 'contains', undefined, 'Enter a text to compare with.'],
  ['note', 'startsWith', '', 'Enter at least one character, or use set or notSet.'],
  ['health', 'equals', '5', aNumber],
  ['health', 'greater', [5, 6], aNumber],
  ['health', 'between', 5, twoNumbers],
  ['health', 'between', [5], twoNumbers],
  ['health', 'between', [1, 2, 3], twoNumbers],
  ['health', 'between', [2, 1], 'Enter the smaller number first.'],
  ['renewal', 'equals', '2026-02-29', aDay],
  ['renewal', 'equals', '2026-2-1', aDay],
  ['renewal', 'equals', '0000-01-01', aDay],
  ['renewal', 'lesser', '2026-01-01T00:00:00Z', aDay],
  ['renewal', 'between', ['2026-01-01'], twoDays],
  ['renewal', 'between', ['2026-01-02', '2026-01-01'], 'Enter the earlier date first.'],
  ['renewal', 'inLast', -1, someDays],
  ['renewal', 'inLast', 1.5, someDays],
  ['renewal', 'inNext', DAYS_LIMIT + 1, someDays],
  ['renewal', 'inNext', '7', someDays],
  ['stage', 'isSetTo', [], someIds],
  ['owners', 'isSetTo', ['1'], someIds],
  ['owners', 'isNotSetTo', 1.5, someIds],
] as const)('%s %s %j is invalid', (field, operator, value, message) => {
  expect(problemsOf(field, operator, value)).toEqual([`invalid value: ${message}`])
})

describe('a condition whose subject is gone', () => {
  test('names a field that does not exist', () => {
    const rule = {
      and: [
        { field: 'note', operator: 'set' as const },
        { not: { field: 'gone', operator: 'set' as const } },
      ],
    }
    const message = 'Unknown field "gone". Choose another field or remove the condition.'
    const { rule: checked, problems } = checkRule(rule, findField)
    expect(problems).toEqual([{ path: 'and[1].not.field', field: 'gone', message, fault: 'broken' }])
    expect(checked).toEqual({
      and: [
        { field: 'note', test: { is: 'set' }, negated: false },
        { not: { field: 'gone', test: undefined, negated: false } },
      ],
    })
  })

  test('names only ids that do not exist', () => {
    const message = 'The value of the condition was deleted. Choose another value or remove the condition.'
    expect(problemsOf('stage', 'isSetTo', 9)).toEqual([`broken value: ${message}`])
    expect(problemsOf('stage', 'isNotSetTo', [8, 9])).toEqual([`broken value: ${message}`])
  })

  test('is not broken while one of its ids is left', () => {
    const { rule, problems } = checkRule({ field: 'stage', operator: 'isSetTo', value: [9, 2, 2] }, findField)
    expect(problems).toEqual([])
    expect(rule).toEqual({ field: 'stage', test: { is: 'reference', ids: [2] }, negated: false })
  })
})
