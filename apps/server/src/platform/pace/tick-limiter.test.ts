import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createTickLimiter } from './tick-limiter.ts'

it('lets so many through in a turn, in the order in which they came', async () => {
  const turnstile = createTickLimiter(3)
  const passed: number[] = []
  const all = Promise.all(Array.from({ length: 8 }, (_, n) => turnstile.pass().then(() => passed.push(n))))
  const seen: number[] = []
  while (passed.length < 8) {
    await setImmediate()
    seen.push(passed.length)
  }
  await all
  expect(passed).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  expect(seen.filter((count, at) => count - (seen[at - 1] ?? 0) > 3)).toEqual([])
  await turnstile.pass()
})
