import { describe, expect, it } from 'vitest'
import type { Condition } from '@steward/conditions'
import type { LevelField } from '../../field/index.ts'
import { createLookups } from '../../value/index.ts'
import { conditionWords, draftOf, faultOf, finished, settled, withOperator } from './condition.rules.ts'

const poor: Condition = { field: 'system:health', operator: 'lesser', value: 4 }

const field = (change: Partial<LevelField>): LevelField => ({
  name: 'seats',
  displayName: 'Seats',
  dataType: 'number',
  kind: 'number',
  custom: true,
  required: false,
  editable: true,
  visible: true,
  options: [],
  ...change,
})

describe('operators', () => {
  it('keeps the value where the new operator takes the same', () => {
    expect(withOperator(poor, 'greater')).toEqual({ ...poor, operator: 'greater' })
    expect(withOperator(poor, 'between')).toEqual({ field: poor.field, operator: 'between' })
  })

  it('finds what is wrong with a condition', () => {
    expect(faultOf({ field: 'seats', operator: 'greater', value: 3 }, field({}))).toBeUndefined()
    expect(faultOf({ field: 'seats', operator: 'between', value: [9, 3] }, field({}))).toMatch(/smaller/)
    expect(faultOf({ field: 'seats', operator: 'greater' }, field({}))).toBe('Enter a number.')
  })

  it('goes on editing an amount that names its currency', () => {
    const money = field({ name: 'arr', dataType: 'currency' })
    const condition = { field: 'arr', operator: 'greater', value: 5000, currencyDefinitionId: 1 } as const
    expect(faultOf(condition, money)).toBeUndefined()
    expect(faultOf({ ...condition, operator: 'between', value: [9, 3] } as never, money)).toMatch(/smaller/)
  })
})

describe('what is unfinished', () => {
  const lookups = createLookups([], [], [])
  const text = { dataType: 'string', kind: 'text' } as const

  it.each<[Condition, Partial<LevelField>, string]>([
    [{ field: 'x', operator: 'greater' }, {}, 'Enter a number.'],
    [{ field: 'x', operator: 'between' }, {}, 'Enter both values.'],
    [{ field: 'x', operator: 'contains', value: '' }, text, 'Enter a text.'],
    [{ field: 'x', operator: 'equals' }, { dataType: 'date', kind: 'date' }, 'Enter a date.'],
    [{ field: 'x', operator: 'inNext' }, { dataType: 'date', kind: 'date' }, 'Enter a number of days.'],
    [
      { field: 'x', operator: 'isSetTo' },
      { dataType: 'multiPicklist', kind: 'references' },
      'Choose at least one value.',
    ],
  ])('says what %j lacks', (condition, of, fault) => {
    expect(draftOf(condition, field(of), lookups)).toEqual({ condition, fault })
  })

  it('keeps a condition on a field that is gone', () => {
    expect(draftOf(poor, undefined, lookups).fault).toBeUndefined()
  })

  it('is not applied; left behind, it becomes what it was, and a new one goes', () => {
    const empty = { field: 'seats', operator: 'greater' } as const
    const drafts = [
      draftOf(empty, field({}), lookups, poor),
      draftOf(empty, field({}), lookups),
      draftOf({ ...empty, value: 5 }, field({}), lookups),
    ]
    expect(finished(drafts)).toEqual([{ ...empty, value: 5 }])
    expect(settled(drafts)).toEqual([poor, { ...empty, value: 5 }])
  })
})

describe('words', () => {
  const lookups = createLookups([], [], [])
  const options = ['Europe', 'Asia', 'Africa'].map((value, index) => ({
    id: index + 1,
    value,
    color: null,
    retired: false,
  }))
  const region = field({ name: 'region', dataType: 'multiPicklist', kind: 'references', options })

  it.each<[Condition, LevelField, [string, string]]>([
    [{ field: 'x', operator: 'isFalse' }, field({ dataType: 'boolean', kind: 'boolean' }), ['is', 'No']],
    [
      { field: 'x', operator: 'inNext', value: 1 },
      field({ dataType: 'date', kind: 'date' }),
      ['is in the next', '1 day'],
    ],
    [{ field: 'x', operator: 'between', value: [3, 9] }, field({}), ['is between', '3 and 9']],
    [{ field: 'x', operator: 'isSetTo', value: [1, 2] }, region, ['is', 'Europe or Asia']],
    [{ field: 'x', operator: 'isSetTo', value: [1, 2, 3] }, region, ['is any of', '3 values']],
    [{ field: 'x', operator: 'notSet' }, region, ['is not set', '']],
  ])('says %j', (condition, of, words) => {
    expect(conditionWords(condition, of, lookups)).toEqual(words)
  })
})
