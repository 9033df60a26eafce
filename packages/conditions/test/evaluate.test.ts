import { describe, expect, test } from 'vitest'
import { checkRule, evaluateRule, type Operator, type Rule } from '../src/index.ts'
import { findField } from './fields.ts'

function holds(rule: Rule, row: Record<string, unknown>): boolean {
  const checked = checkRule(rule, findField).rule
  return evaluateRule(checked, (name) => row[name], { today: '2026-11-21' })
}

type Case = [field: string, operator: Operator, value: unknown, yes: unknown[], no: unknown[]]

const instant = '2026-11-21T23:59:59.999Z'

const CASES: Case[] = [
  ['note', 'set', undefined, ['a', ' '], ['', null, undefined]],
  ['note', 'notSet', undefined, ['', null, undefined], ['a']],
  ['note', 'equals', 'Été', ['été', 'ÉTÉ'], ['ete', 'étés', '', null]],
  ['note', 'notEquals', 'a', ['b', '', null], ['a', 'A']],
  ['note', 'contains', '50%', ['a 50% b'], ['500', null]],
  ['note', 'notContains', '_', ['ab', '', null], ['a_b']],
  ['note', 'startsWith', 'AB', ['abc'], ['cab', '', null]],
  ['health', 'set', undefined, [0, 5], [null]],
  ['health', 'equals', 0, [0, -0, '0.00'], [1, '', null]],
  ['health', 'greater', 5, [5.1], [5, null]],
  ['health', 'greaterEqual', 5, [5, 6], [4.9, null]],
  ['health', 'lesser', 5, [4.9, -1], [5, null]],
  ['health', 'lesserEqual', 5, [5], [5.1, null]],
  ['health', 'between', [0.1, 0.3], [0.1, 0.2, 0.3], [0.1 + 0.2, 0, null]],
  ['renewal', 'set', undefined, ['2026-01-01'], [null]],
  ['renewal', 'equals', '2026-11-21', ['2026-11-21', instant, new Date(instant)], ['2026-11-22', null]],
  ['renewal', 'equals', '2026-11-21', ['2026-11-22T01:30:00+02:00'], ['2026-11-21T01:30:00+02:00', 'soon']],
  ['renewal', 'greater', '2026-11-21', ['2026-11-22'], ['2026-11-21', instant, null]],
  ['renewal', 'greaterEqual', '2026-11-21', ['2026-11-21'], ['2026-11-20', null]],
  ['renewal', 'lesser', '2026-11-21', ['2026-11-20'], ['2026-11-21', null]],
  ['renewal', 'lesserEqual', '2026-11-21', ['2026-11-21', instant], ['2026-11-22', null]],
  ['renewal', 'between', ['2026-11-20', '2026-11-21'], ['2026-11-20', instant], ['2026-11-22', null]],
  ['renewal', 'inLast', 7, ['2026-11-14', '2026-11-21'], ['2026-11-13', '2026-11-22', null]],
  ['renewal', 'inLast', 0, ['2026-11-21'], ['2026-11-20', '2026-11-22']],
  ['renewal', 'inNext', 10, ['2026-11-21', '2026-12-01'], ['2026-11-20', '2026-12-02', null]],
  ['active', 'isTrue', undefined, [true], [false, null]],
  ['active', 'isFalse', undefined, [false], [true, null]],
  ['active', 'set', undefined, [true, false], [null]],
  ['stage', 'isSetTo', 1, [1], [2, null]],
  ['stage', 'isSetTo', [1, 2], [1, 2], [3, null]],
  ['stage', 'isNotSetTo', [1, 2], [3, null], [1, 2]],
  ['owners', 'set', undefined, [[1]], [[], null]],
  ['owners', 'notSet', undefined, [[], null], [[1]]],
  ['owners', 'isSetTo', [1, 2], [[2, 3]], [[3], [], null]],
  ['owners', 'isNotSetTo', [1, 2], [[3], [], null], [[2, 3]]],
]

describe.each(CASES)('%s %s %j', (field, operator, value, yes, no) => {
  const condition = { field, operator, value }
  test.each(yes.map((held) => [held]))('holds for %j', (held) => {
    expect(holds(condition, { [field]: held })).toBe(true)
    expect(holds({ not: condition }, { [field]: held })).toBe(false)
  })
  test.each(no.map((held) => [held]))('does not hold for %j', (held) => {
    expect(holds(condition, { [field]: held })).toBe(false)
    expect(holds({ not: condition }, { [field]: held })).toBe(true)
  })
})

const yes: Rule = { field: 'active', operator: 'isTrue' }
const no: Rule = { field: 'active', operator: 'isFalse' }
const broken: Rule = { field: 'gone', operator: 'set' }
const invalid: Rule = { field: 'active', operator: 'contains', value: 'a' }

test.each<[string, Rule, boolean]>([
  ['an empty and is everything', { and: [] }, true],
  ['an empty or is nothing', { or: [] }, false],
  ['not everything is nothing', { not: { and: [] } }, false],
  ['not nothing is everything', { not: { or: [] } }, true],
  ['and needs all', { and: [yes, no] }, false],
  ['or needs one', { or: [no, yes] }, true],
  ['not (yes and no)', { not: { and: [yes, no] } }, true],
  ['not (no or yes)', { not: { or: [no, yes] } }, false],
  ['twice not', { not: { not: yes } }, true],
  ['broken', broken, false],
  ['not broken', { not: broken }, false],
  ['twice not broken', { not: { not: broken } }, false],
  ['broken or yes', { or: [broken, yes] }, true],
  ['broken and yes', { and: [broken, yes] }, false],
  ['not (broken and no) is left with what can be told', { not: { and: [broken, no] } }, true],
  ['not (broken or no) has a part that never matches', { not: { or: [broken, no] } }, false],
  ['not invalid', { not: invalid }, false],
])('%s', (_name, rule, expected) => {
  expect(holds(rule, { active: true })).toBe(expected)
})
