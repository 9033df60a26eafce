import type { PlanItem } from '@steward/contracts/success-plan/item'
import { expect, test } from 'vitest'
import { daysOf, laneOf } from './plan-lane.rules.ts'

const milestone = (itemId: number, startDate: string | null, dueDate: string | null, isArchived = false) =>
  ({
    kind: 'MILESTONE',
    itemId,
    name: `M${itemId}`,
    startDate,
    dueDate,
    isArchived,
    completedAt: null,
  }) as PlanItem

test('milestones lie within the days of the plan', () => {
  const plan = { startDate: '2026-03-01', dueDate: '2026-03-10' }
  const items = [milestone(1, '2026-03-01', '2026-03-05'), milestone(2, null, '2026-03-10')]
  const lane = laneOf(plan, items, '2026-03-06')
  expect(lane).toMatchObject({ from: '2026-03-01', to: '2026-03-10', today: 50 })
  expect(lane?.bars).toMatchObject([
    { left: 0, width: 50 },
    { left: 90, width: 10 },
  ])
})

test('milestones before the plan or after it make the lane longer', () => {
  const plan = { startDate: '2026-03-05', dueDate: null }
  const lane = laneOf(plan, [milestone(1, '2026-03-01', '2026-03-20')], '2027-01-01')
  expect(lane).toMatchObject({ from: '2026-03-01', to: '2026-03-20', today: null })
})

test('a drag moves by whole days', () => {
  expect([daysOf(50, 1000, 40), daysOf(-37, 1000, 40), daysOf(12, 1000, 40), daysOf(5, 0, 40)]).toEqual([
    2, -1, 0, 0,
  ])
})

test('without a day of a milestone there is no lane', () => {
  const plan = { startDate: '2026-03-05', dueDate: '2026-03-08' }
  expect(laneOf(plan, [milestone(1, null, null), milestone(2, '2026-03-06', null, true)], '2026-03-06')).toBe(
    undefined,
  )
})
