import { describe, expect, test } from 'vitest'
import { parseRule, RULE_LIMITS, VALUE_LIMITS } from '../src/index.ts'

const condition = { field: 'note', operator: 'equals', value: 'a' }

function nested(levels: number): unknown {
  return levels === 1 ? condition : { not: nested(levels - 1) }
}

function times<Item>(count: number, item: Item): Item[] {
  return Array.from({ length: count }, () => item)
}

function problemsOf(input: unknown): string[] {
  const parsed = parseRule(input)
  return parsed.ok ? [] : parsed.problems.map(({ path, message }) => `${path}: ${message}`)
}

describe('is read', () => {
  test.each([
    ['a condition', condition],
    ['a condition without a value', { field: 'note', operator: 'set' }],
    ['an empty group', { and: [] }],
    ['groups in groups', { or: [{ and: [condition, condition] }, { not: condition }] }],
    ['a list value', { field: 'stage', operator: 'isSetTo', value: [1, 2] }],
    ['the deepest', nested(RULE_LIMITS.depth)],
    ['the most conditions', { and: times(RULE_LIMITS.conditions, condition) }],
    ['the longest text', { ...condition, value: 'x'.repeat(VALUE_LIMITS.text) }],
    ['a letter outside the basic plane', { ...condition, value: '𐐀' }],
  ])('%s', (_name, rule) => {
    expect(parseRule(rule)).toEqual({ ok: true, rule })
    expect(parseRule(JSON.stringify(rule))).toEqual({ ok: true, rule })
  })

  test('a null value as no value', () => {
    const parsed = parseRule({ field: 'note', operator: 'set', value: null })
    expect(parsed).toEqual({ ok: true, rule: { field: 'note', operator: 'set' } })
  })
})

describe('is refused', () => {
  const forms = 'Use one of {"and": […]}, {"or": […]}, {"not": …} or {"field", "operator", "value"}.'
  const half = 'Remove the half of a surrogate pair. The text is not valid Unicode.'
  test.each([
    ['not JSON', '{', ': The rule is not valid JSON. Send a JSON object.'],
    ['nothing', undefined, `: ${forms}`],
    ['null', null, `: ${forms}`],
    ['a list', [condition], `: ${forms}`],
    ['an empty object', {}, `: ${forms}`],
    ['an unknown group', { xor: [] }, `: ${forms}`],
    ['two groups in one', { and: [], or: [] }, `: ${forms}`],
    ['a group without a list', { and: condition }, 'and: "and" needs a list of rules.'],
    ['a word in a group', { and: [condition, { or: ['a'] }] }, `and[1].or[0]: ${forms}`],
    ['no field name', { field: '', operator: 'set' }, 'field: Name the field by its API name.'],
    ['more than a condition', { ...condition, and: [] }, `and: Remove "and". ${forms}`],
    [
      'an object as value',
      { ...condition, value: {} },
      'value: Enter a text, a number, true or false, or a list of these.',
    ],
    [
      'a list in a list',
      { ...condition, value: [[1]] },
      'value: Enter a text, a number, true or false, or a list of these.',
    ],
    ['infinity', { ...condition, value: Infinity }, 'value: Enter a finite number.'],
    [
      'a number too large for JSON',
      '{"field":"a","operator":"equals","value":1e999}',
      'value: Enter a finite number.',
    ],
    [
      'a null character',
      { ...condition, value: 'a\0' },
      "value: Remove the null character. Text can't contain it.",
    ],
    ['half a letter', { ...condition, value: '\uD800' }, `value: ${half}`],
    ['half a letter in a list', { not: { ...condition, value: ['a', '\uDC00x'] } }, `not.value: ${half}`],
    [
      'a text too long',
      { ...condition, value: 'x'.repeat(VALUE_LIMITS.text + 1) },
      'value: Use at most 1000 characters.',
    ],
    [
      'a list too long',
      { ...condition, value: times(VALUE_LIMITS.list + 1, 1) },
      'value: List at most 1000 values.',
    ],
  ])('%s', (_name, input, problem) => {
    expect(problemsOf(input)).toEqual([problem])
  })

  test('an unknown operator, with the known ones named', () => {
    const [problem] = problemsOf({ and: [{ field: 'a', operator: 'toString' }] })
    expect(problem).toMatch(/^and\[0\]\.operator: Use one of these operators: set, notSet, /)
  })

  test('a rule too deep', () => {
    const path = times(RULE_LIMITS.depth, 'not').join('.')
    expect(problemsOf(nested(RULE_LIMITS.depth + 1))).toEqual([
      `${path}: A rule can be nested at most 16 levels deep.`,
    ])
    expect(problemsOf(nested(3000))).toHaveLength(1)
  })

  test('a rule too large, whatever else is wrong with it', () => {
    const many = { or: [...times(5, 'a'), ...times(RULE_LIMITS.conditions + 5, condition)] }
    expect(problemsOf(many)).toEqual(['or[505]: Use at most 500 conditions in one rule.'])
    expect(problemsOf({ or: times(RULE_LIMITS.groups, { and: [] }) })).toEqual([
      'or[999]: Use at most 1000 groups in one rule.',
    ])
    const list = { field: 'stage', operator: 'isSetTo', value: times(VALUE_LIMITS.list, 1) }
    expect(problemsOf({ and: times(11, list) })).toEqual(['and[10]: Use at most 10000 values in one rule.'])
  })

  test('with all that is wrong at once, up to a limit', () => {
    expect(problemsOf({ and: [{ field: 1, operator: 'set' }, condition, 5] })).toHaveLength(2)
    expect(problemsOf({ and: times(100, 5) })).toHaveLength(RULE_LIMITS.problems)
  })
})
