import { expect, test } from 'vitest'
import { chartOf } from './kpi-chart.rules.ts'

const at = (day: number, value: number | null) => ({ at: `2026-03-0${day}T00:00:00.000Z`, value, by: null })

test('values lie between the lowest and the highest, with the target among them', () => {
  expect(chartOf([at(1, 0), at(2, null), at(3, 25), at(5, 50)], 100)).toEqual({
    points: [
      { x: 0, y: 100 },
      { x: 50, y: 75 },
      { x: 100, y: 50 },
    ],
    target: 0,
  })
})

test('one value at its target is in the middle', () => {
  expect(chartOf([at(1, 7)], 7)).toEqual({ points: [{ x: 50, y: 50 }], target: 50 })
})
