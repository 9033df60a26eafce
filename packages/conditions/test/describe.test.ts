import { expect, test } from 'vitest'
import { describeRule, fieldsOf, type Condition, type Rule } from '../src/index.ts'
import { findField } from './fields.ts'

const STAGES: Record<string, string> = { 1: 'Trial', 2: 'Live' }

const labels = {
  find: findField,
  value: (field: { name: string }, value: unknown) =>
    field.name === 'stage' ? STAGES[String(value)] : undefined,
}

const note: Rule = { field: 'note', operator: 'contains', value: 'gold' }
const stage: Rule = { field: 'stage', operator: 'isSetTo', value: [1, 2] }
const active: Rule = { field: 'active', operator: 'isTrue' }

test.each<[Rule, string]>([
  [note, 'Note contains “gold”'],
  [stage, 'Stage is Trial or Live'],
  [{ field: 'stage', operator: 'isNotSetTo', value: 7 }, 'Stage is not 7'],
  [{ field: 'health', operator: 'between', value: [1, 2.5] }, 'Health is between 1 and 2.5'],
  [{ field: 'health', operator: 'greater', value: 5 }, 'Health is more than 5'],
  [{ field: 'renewal', operator: 'greater', value: '2026-01-31' }, 'Renewal date is after 2026-01-31'],
  [{ field: 'renewal', operator: 'inLast', value: 1 }, 'Renewal date is in the last 1 day'],
  [{ field: 'renewal', operator: 'inNext', value: 30 }, 'Renewal date is in the next 30 days'],
  [{ field: 'gone', operator: 'equals', value: 'x' }, 'gone is “x”'],
  [{ field: 'note', operator: 'equals' }, 'Note is …'],
  [{ and: [] }, 'everything'],
  [{ or: [] }, 'nothing'],
  [{ and: [note, active] }, 'Note contains “gold” and Active is true'],
  [
    { and: [active, { or: [note, stage] }] },
    'Active is true and (Note contains “gold” or Stage is Trial or Live)',
  ],
  [
    { or: [active, { or: [{ and: [note, active] }] }] },
    'Active is true or (Note contains “gold” and Active is true)',
  ],
  [{ or: [{ and: [{ not: active }] }] }, 'not (Active is true)'],
])('%j reads: %s', (rule, words) => {
  expect(describeRule(rule, labels)).toBe(words)
})

const inOwnWords = ({ field }: Condition) => (field === 'active' ? 'Active: yes' : undefined)

test('conditions can be put in other words', () => {
  const rule: Rule = { and: [active, { not: note }] }
  const words = describeRule(rule, { ...labels, condition: inOwnWords })
  expect(words).toBe('Active: yes and not (Note contains “gold”)')
})

test('the fields of a rule are named once each, wherever they stand', () => {
  const rule: Rule = { and: [note, { not: { or: [stage, note] } }, { field: 'gone', operator: 'set' }] }
  expect([...fieldsOf(rule)]).toEqual(['note', 'stage', 'gone'])
})
