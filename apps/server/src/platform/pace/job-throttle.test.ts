import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLoadAverage } from './load-average.ts'
import { yieldToCalls, inLane, batchSizeOf } from './lane.ts'
import { createJobThrottle, type JobThrottle } from './job-throttle.ts'

const fakes = ['setTimeout', 'clearTimeout', 'performance'] as const

beforeEach(() => void vi.useFakeTimers({ toFake: [...fakes] }))
afterEach(() => void vi.useRealTimers())

/** Breathes after so many milliseconds of work, and says how long the rest took. */
async function restAfter(rests: JobThrottle, worked: number, signal = new AbortController().signal) {
  const { lane, end } = rests.begin(signal)
  vi.advanceTimersByTime(worked)
  const from = performance.now()
  let rested: number | undefined
  const breath = inLane(lane, yieldToCalls).then(() => (rested = performance.now() - from))
  for (let waited = 0; rested === undefined && waited < 5000; waited += 10) {
    await vi.advanceTimersByTimeAsync(10)
  }
  await breath
  end()
  return rested
}

it('lets jobs go on while nobody calls', async () => {
  const rests = createJobThrottle(createLoadAverage(), async () => 0)
  expect(await restAfter(rests, 300)).toBeLessThan(20)
})

it('rests three times as long as was worked while calls are at work here, a second at most', async () => {
  const demand = createLoadAverage()
  demand.begin()
  const rests = createJobThrottle(demand, async () => 0)
  vi.advanceTimersByTime(1000)
  expect(await restAfter(rests, 200)).toBeCloseTo(600, -1.5)
  expect(await restAfter(rests, 5000)).toBeCloseTo(1000, -1.5)
  expect(await restAfter(rests, 10)).toBe(0)
  demand.end()
  vi.advanceTimersByTime(2000)
  expect(await restAfter(rests, 300)).toBeLessThan(20)
})

it('rests while the calls of other processes keep the database at work', async () => {
  let busy = 3
  const rests = createJobThrottle(createLoadAverage(), async () => busy)
  expect(await restAfter(rests, 200)).toBeGreaterThan(550)
  busy = 0
  for (let asked = 0; asked < 10; asked += 1) await restAfter(rests, 300)
  expect(await restAfter(rests, 300)).toBeLessThan(20)
})

it('works a quarter of the time, however many jobs there are', async () => {
  const demand = createLoadAverage()
  demand.begin()
  const rests = createJobThrottle(demand, async () => 0)
  vi.advanceTimersByTime(1000)
  const others = [1, 2].map(() => rests.begin(new AbortController().signal))
  expect(await restAfter(rests, 50)).toBeCloseTo(550, -1.5)
  for (const { end } of others) end()
})

it('rests no more when the process is asked to stop', async () => {
  const demand = createLoadAverage()
  demand.begin()
  const rests = createJobThrottle(demand, async () => 0)
  vi.advanceTimersByTime(1000)
  const stopping = new AbortController()
  stopping.abort()
  expect(await restAfter(rests, 400, stopping.signal)).toBeLessThan(20)
})

it('takes on fewer things at once while calls wait', async () => {
  const demand = createLoadAverage()
  demand.begin()
  vi.advanceTimersByTime(1000)
  const { lane, end } = createJobThrottle(demand, async () => 0).begin(new AbortController().signal)
  const piece = () => inLane(lane, () => batchSizeOf(500))
  expect(piece()).toBe(500)
  vi.advanceTimersByTime(100)
  const breath = inLane(lane, yieldToCalls)
  await vi.advanceTimersByTimeAsync(400)
  await breath
  expect(piece()).toBe(50)
  expect(batchSizeOf(500)).toBe(500)
  end()
})

it('does nothing outside of jobs', async () => {
  const from = performance.now()
  await yieldToCalls()
  expect(performance.now()).toBe(from)
})

it('does not count what is brief as a job before it pauses', async () => {
  const demand = createLoadAverage()
  demand.begin()
  const rests = createJobThrottle(demand, async () => 0)
  vi.advanceTimersByTime(1000)
  const { signal } = new AbortController()
  const brief = rests.begin(signal, true)
  expect(await restAfter(rests, 50)).toBeCloseTo(150, -1.5)
  vi.advanceTimersByTime(50)
  const pause = inLane(brief.lane, yieldToCalls)
  await vi.advanceTimersByTimeAsync(1000)
  await pause
  expect(await restAfter(rests, 50)).toBeCloseTo(350, -1.5)
  brief.end()
  expect(await restAfter(rests, 50)).toBeCloseTo(150, -1.5)
})
