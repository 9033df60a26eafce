import { expect, test } from 'vitest'
import type { ScoreMovement } from '@steward/contracts/health'
import { groupsOf, largestOf } from './movement.rules.ts'

type Move = ScoreMovement['movements'][number]
const move = (label: Move['label'], key: string, difference: number): Move => ({
  label,
  key,
  name: key,
  difference,
  weight: null,
  metric: null,
  period: null,
  before: null,
  after: null,
  at: '2026-01-01T00:00:00Z',
  note: null,
})

test('reasons stand by their kind, the largest first, with an exact sum', () => {
  const moves = [
    move('stale', 'c', 0.1),
    move('behaviour', 'a', 0.1),
    move('behaviour', 'b', -0.7),
    move('stale', 'd', 0.2),
  ]
  expect(
    groupsOf(moves).map(({ label, difference, movements }) => [
      label,
      difference,
      movements.map(({ key }) => key),
    ]),
  ).toEqual([
    ['behaviour', -0.6, ['b', 'a']],
    ['stale', 0.3, ['d', 'c']],
  ])
  expect(largestOf(moves)).toBe(0.7)
})

test('nothing moved', () => {
  expect(groupsOf([])).toEqual([])
  expect(largestOf([])).toBe(0)
})
