import { describe, expect, it } from 'vitest'
import type { Condition, Rule } from '@steward/conditions'
import type { LevelField } from '../../field/index.ts'
import { createLookups } from '../../value/index.ts'
import {
  conditionWords,
  faultOf,
  idsOf,
  itemsOf,
  filterOf,
  withConditions,
  withIds,
  withOperator,
  type FilterItem,
} from './filter-model.ts'

const stage = 'system:lifecycleStageId'
const alive: Condition = { field: 'entityArchived', operator: 'isFalse' }
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

describe('chips and rules', () => {
  const cases: [string, Rule, FilterItem[]][] = [
    ['an empty rule', { and: [] }, []],
    ['conditions', { and: [alive, poor] }, [{ any: [alive] }, { any: [poor] }]],
    ['any of a few', { and: [alive, { or: [poor, alive] }] }, [{ any: [alive] }, { any: [poor, alive] }]],
    ['a deeper rule as it is', { and: [{ not: poor }] }, [{ rule: { not: poor } }]],
  ]
  it.each(cases)('reads %s and writes it back', (_, rule, items) => {
    expect(itemsOf(rule)).toEqual(items)
    expect(filterOf(items)).toEqual(rule)
  })

  it('reads a rule that is no conjunction as one chip', () => {
    expect(itemsOf({ or: [poor, alive] })).toEqual([{ any: [poor, alive] }])
    expect(filterOf(itemsOf(poor))).toEqual({ and: [poor] })
  })

  it('drops a group that was emptied, because an empty or would match nothing', () => {
    expect(filterOf([{ any: [alive] }, { any: [] }])).toEqual({ and: [alive] })
  })
})

it('changes one chip, takes it out while it is incomplete and puts it back into its place', () => {
  const items = itemsOf({ and: [alive, poor] })
  expect(withConditions(items, 0, [])).toEqual({ and: [poor] })
  expect(withConditions(items, 0, [{ ...alive, operator: 'isTrue' }])).toEqual({
    and: [{ ...alive, operator: 'isTrue' }, poor],
  })
  expect(withConditions(items, 2, [alive])).toEqual({ and: [alive, poor, alive] })
})

describe('choosing ids', () => {
  it('adds, replaces and takes away one condition and leaves the others', () => {
    const chosen = withIds({ and: [alive] }, stage, [3])
    expect(chosen).toEqual({ and: [alive, { field: stage, operator: 'isSetTo', value: [3] }] })
    expect(idsOf(chosen, stage)).toEqual([3])
    expect(idsOf(withIds(chosen, stage, [3, 5]), stage)).toEqual([3, 5])
    expect(withIds(chosen, stage, [])).toEqual({ and: [alive] })
  })

  it('does not take a condition in a group for a plain one', () => {
    const rule: Rule = { and: [{ or: [{ field: stage, operator: 'isSetTo', value: [1] }, poor] }] }
    expect(idsOf(rule, stage)).toEqual([])
  })
})

describe('operators', () => {
  it('keeps the value where the new operator takes the same', () => {
    expect(withOperator(poor, 'greater')).toEqual({ ...poor, operator: 'greater' })
    expect(withOperator(poor, 'between')).toEqual({ field: poor.field, operator: 'between' })
  })

  it('finds what is wrong with a condition', () => {
    expect(faultOf({ field: 'seats', operator: 'greater', value: 3 }, field({}))).toBeUndefined()
    expect(faultOf({ field: 'seats', operator: 'between', value: [9, 3] }, field({}))).toMatch(/smaller/)
    expect(faultOf({ field: 'seats', operator: 'greater' }, field({}))).toMatch(/number/)
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
