import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { longestStall, longestTurn } from './longest-turn.ts'

/** Keeps the event loop for twice as long as it may be kept. */
function stall(): void {
  const from = process.threadCpuUsage()
  const spent = () => process.threadCpuUsage(from).user / 1000
  while (spent() < 2 * longestStall);
}

/** Work that stalls in its first runs; it says how often it ran. */
function stallingAtFirst(times: number) {
  let runs = 0
  return {
    runs: () => runs,
    async work() {
      runs += 1
      await nextTurn()
      if (runs <= times) stall()
      await nextTurn()
    },
  }
}

it('finds what holds up the process every time', async () => {
  const { work } = stallingAtFirst(Infinity)
  expect((await longestTurn(work)).cpu).toBeGreaterThan(longestStall)
})

it('does not count what held it up only once', async () => {
  const { runs, work } = stallingAtFirst(1)
  expect((await longestTurn(work)).cpu).toBeLessThan(longestStall)
  expect(runs()).toBeGreaterThan(1)
})

it('runs work once that holds up nothing', async () => {
  const { runs, work } = stallingAtFirst(0)
  await longestTurn(work)
  expect(runs()).toBeLessThan(3)
})
