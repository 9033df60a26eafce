import { expect, test } from 'vitest'
import type { ScorePart } from '@steward/contracts/health'
import { pairParts } from './pair-parts.rules.ts'

const part = (key: string, name: string): ScorePart => ({
  key,
  name,
  group: null,
  metric: null,
  value: 1,
  text: '1',
  missing: false,
  supporting: false,
  source: 'Field',
  at: null,
  points: 5,
  weight: 1,
  contribution: 5,
})

test('measures stand side by side, those of the draft first', () => {
  const pairs = pairParts(
    [part('m1', 'Old name'), part('m2', 'Gone')],
    [part('m3', 'New'), part('m1', 'Now')],
  )
  expect(pairs.map(({ name, old, next }) => [name, old?.name, next?.name])).toEqual([
    ['New', undefined, 'New'],
    ['Now', 'Old name', 'Now'],
    ['Gone', 'Gone', undefined],
  ])
})
