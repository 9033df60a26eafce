import { describe, expect, it } from 'vitest'
import type { Condition, Rule } from '@steward/conditions'
import {
  idsOf,
  itemsOf,
  filterOf,
  overFields,
  withConditions,
  withIds,
  type FilterItem,
} from './filter-model.ts'

const stage = 'system:lifecycleStageId'
const alive: Condition = { field: 'entityArchived', operator: 'isFalse' }
const stays: Condition = { field: 'churned', operator: 'isFalse' }
const poor: Condition = { field: 'system:health', operator: 'lesser', value: 4 }

describe('chips and rules', () => {
  const cases: [string, Rule, FilterItem[]][] = [
    ['an empty rule', { and: [] }, []],
    ['conditions', { and: [alive, poor] }, [{ any: [alive] }, { any: [poor] }]],
    ['any of a few', { and: [alive, { or: [poor, alive] }] }, [{ any: [alive] }, { any: [poor, alive] }]],
    [
      'what is neither archived nor churned',
      { and: [poor, alive, stays] },
      [{ any: [poor] }, { active: [alive, stays] }],
    ],
    ['the same apart', { and: [stays, alive] }, [{ any: [stays] }, { any: [alive] }]],
    ['a deeper rule as it is', { and: [{ not: poor }] }, [{ rule: { not: poor } }]],
  ]
  it.each(cases)('reads %s and writes it back', (_, rule, items) => {
    expect(itemsOf(rule)).toEqual(items)
    expect(filterOf(items)).toEqual(rule)
  })

  it('reads what is not archived as one chip where records cannot churn', () => {
    const over = overFields([{ name: 'name' }, { name: 'entityArchived' }])
    expect(itemsOf({ and: [alive, poor] }, over)).toEqual([{ active: [alive] }, { any: [poor] }])
    expect(filterOf(itemsOf({ and: [alive, poor] }, over))).toEqual({ and: [alive, poor] })
    expect(itemsOf({ and: [alive] }, overFields([]))).toEqual([{ any: [alive] }])
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
