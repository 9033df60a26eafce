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

/** A throttle while calls are at work. */
function whileBusy() {
  const demand = createLoadAverage()
  demand.begin()
  const rests = createJobThrottle(demand, async () => 0)
  vi.advanceTimersByTime(1000)
  return rests
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
  vi.advanceTimersByTime(4000)
  expect(await restAfter(rests, 300)).toBeLessThan(20)
})

it('still rests while few calls are at work after many were: jobs that rest make calls fast', async () => {
  const demand = createLoadAverage()
  const rests = createJobThrottle(demand, async () => 0)
  /** One call at a time, for a third of the time. */
  const few = (milliseconds: number) => {
    for (let passed = 0; passed < milliseconds; passed += 30) {
      demand.begin()
      vi.advanceTimersByTime(10)
      demand.end()
      vi.advanceTimersByTime(20)
    }
  }
  few(5000)
  expect(await restAfter(rests, 30)).toBeLessThan(20)
  demand.begin()
  vi.advanceTimersByTime(1000)
  expect(await restAfter(rests, 30)).toBeCloseTo(90, -1.5)
  demand.end()
  for (let second = 0; second < 5; second += 1) {
    few(1000)
    expect(await restAfter(rests, 30)).toBeCloseTo(90, -1.5)
  }
  vi.advanceTimersByTime(2500)
  expect(await restAfter(rests, 30)).toBeLessThan(20)
})

it('rests while the calls of other processes keep the database at work', async () => {
  let busy = 3
  const rests = createJobThrottle(createLoadAverage(), async () => busy)
  expect(await restAfter(rests, 200)).toBeGreaterThan(550)
  busy = 0
  for (let asked = 0; asked < 20; asked += 1) await restAfter(rests, 300)
  expect(await restAfter(rests, 300)).toBeLessThan(20)
})

/** Three jobs that have worked for 50 milliseconds each, and wait for their turns; gives when each had it. */
function threeJobs(rests: JobThrottle) {
  const { signal } = new AbortController()
  const jobs = [0, 1, 2].map(() => rests.begin(signal))
  vi.advanceTimersByTime(50)
  const from = performance.now()
  const starts: number[] = []
  const next = async (at: number) => {
    const job = jobs[at] as (typeof jobs)[number]
    await inLane(job.lane, yieldToCalls)
    starts.push(performance.now() - from)
  }
  const began = jobs.map((_, at) => next(at))
  return { jobs, starts, next, began }
}

it('works a quarter of the time, one job after the other, however many jobs there are', async () => {
  const { starts, next, began } = threeJobs(whileBusy())
  await vi.advanceTimersByTimeAsync(455)
  expect(starts).toEqual([450])
  await vi.advanceTimersByTimeAsync(20)
  // The first has worked for 25 milliseconds: the second begins after a pause of 75, and so on.
  const again = next(0)
  await vi.advanceTimersByTimeAsync(70)
  expect(starts).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(10)
  expect(starts).toEqual([450, 550])
  await vi.advanceTimersByTimeAsync(5000)
  expect(starts).toHaveLength(4)
  await Promise.all([...began, again])
})

it('gives the turn of a job that has ended to the next', async () => {
  const { jobs, starts, began } = threeJobs(whileBusy())
  await vi.advanceTimersByTimeAsync(455)
  jobs[0]?.end()
  await vi.advanceTimersByTimeAsync(5)
  expect(starts).toEqual([450, 455])
  await vi.advanceTimersByTimeAsync(1000)
  await Promise.all(began)
})

it('does not wait for a turn that takes long', async () => {
  const { starts, began } = threeJobs(whileBusy())
  await vi.advanceTimersByTimeAsync(1000)
  expect(starts).toEqual([450, 700, 950])
  await Promise.all(began)
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

it('takes on fewer things at once while calls wait, from the first on', async () => {
  const quiet = createLoadAverage()
  const { lane, end } = createJobThrottle(quiet, async () => 0).begin(new AbortController().signal)
  const piece = () => inLane(lane, () => batchSizeOf(500))
  expect(piece()).toBe(500)
  const begun = whileBusy().begin(new AbortController().signal)
  expect(inLane(begun.lane, () => batchSizeOf(500))).toBe(50)
  quiet.begin()
  vi.advanceTimersByTime(1000)
  const breath = inLane(lane, yieldToCalls)
  await vi.advanceTimersByTimeAsync(1000)
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
