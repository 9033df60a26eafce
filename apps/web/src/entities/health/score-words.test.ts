import { expect, it } from 'vitest'
import { directionOf } from './score-words.ts'

it.each([
  [-0.04, 0],
  [0.04, 0],
  [0, 0],
  [0.05, 1],
  [-1.6, -1],
])('a difference of %s goes in the direction %s', (change, direction) => {
  expect(directionOf(change)).toBe(direction)
})
