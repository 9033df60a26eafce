import { expect, test } from 'vitest'
import { untilDone } from './until.ts'

test('patience begins anew whenever the work has come further, and ends where it does not', async () => {
  // No time at all: each question after one that brought nothing new is one too many.
  let steps = 0
  await untilDone(
    'The work',
    0,
    async () => steps === 5,
    async () => (steps += 1),
  )
  expect(steps).toBe(5)
  const stuck = untilDone(
    'The work',
    0,
    async () => false,
    async () => 1,
  )
  await expect(stuck).rejects.toThrow('The work was not so after 0 s')
})
