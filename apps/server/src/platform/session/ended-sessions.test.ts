import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { followEndedSessions, type EndedSessions } from './ended-sessions.ts'

let ended: number[]
let reads: number
let questions: number
let isAway: boolean
let following: EndedSessions

const logged = { warn: vi.fn() }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  ended = []
  reads = 0
  questions = 0
  isAway = false
  logged.warn.mockClear()
  following = followEndedSessions(
    {
      async endedWithin() {
        reads += 1
        if (isAway) throw new Error('away')
        return ended
      },
      async hasEnded(_, sessionId) {
        questions += 1
        if (isAway) throw new Error('away')
        return ended.includes(sessionId)
      },
    },
    logged,
  )
})
afterEach(async () => {
  await following.stop()
  vi.useRealTimers()
})

it('asks the database about the first call, and then reads once a second while calls come', async () => {
  expect(await following.has(1, 7)).toBe(false)
  expect([reads, questions]).toEqual([1, 1])
  for (let call = 0; call < 100; call += 1) {
    await vi.advanceTimersByTimeAsync(100)
    expect(await following.has(1, 7)).toBe(false)
  }
  expect(questions).toBe(1)
  expect(reads).toBeGreaterThanOrEqual(10)
  expect(reads).toBeLessThanOrEqual(12)
})

it('knows what ended elsewhere after a second, and what ended here at once', async () => {
  await following.has(1, 7)
  ended = [7]
  following.add([8])
  expect(await following.has(1, 8)).toBe(true)
  await vi.advanceTimersByTimeAsync(1100)
  expect(await following.has(1, 7)).toBe(true)
  expect(questions).toBe(1)
})

it('asks about each call when it could not read for two seconds, until it can again', async () => {
  await following.has(1, 7)
  await vi.advanceTimersByTimeAsync(1000)
  isAway = true
  await vi.advanceTimersByTimeAsync(1900)
  expect(await following.has(1, 7)).toBe(false)
  await vi.advanceTimersByTimeAsync(1000)
  await expect(following.has(1, 7)).rejects.toThrow('away')
  expect(logged.warn).toHaveBeenCalled()
  isAway = false
  ended = [7]
  expect(await following.has(1, 7)).toBe(true)
  await vi.advanceTimersByTimeAsync(1100)
  const before = questions
  expect(await following.has(1, 6)).toBe(false)
  expect(questions).toBe(before)
})

it('stops reading when nobody calls, and makes up for it', async () => {
  await following.has(1, 7)
  await vi.advanceTimersByTimeAsync(61_000)
  const before = reads
  await vi.advanceTimersByTimeAsync(60_000)
  expect(reads).toBe(before)
  ended = [7]
  expect(await following.has(1, 7)).toBe(true)
  expect(reads).toBe(before + 1)
})

it('forgets what ended when the last token of it has expired', async () => {
  following.add([7])
  expect(await following.has(1, 7)).toBe(true)
  await vi.advanceTimersByTimeAsync(6 * 60_000)
  await following.has(1, 1)
  await vi.advanceTimersByTimeAsync(1100)
  expect(await following.has(1, 7)).toBe(false)
})
