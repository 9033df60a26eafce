import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFairQueue, Refused, type FairQueue } from './fair-queue.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }))
afterEach(() => void vi.useRealTimers())

function queueOf(places: number, mostWaiting = 100): FairQueue {
  return createFairQueue({ places, mostWaiting, longestWait: 2000 })
}

/** Takes as many places as the tenant is given. */
function takeAll(queue: FairQueue, tenantId: number): number {
  let taken = 0
  while (queue.tryEnter(tenantId)) taken += 1
  return taken
}

function refusalOf(work: () => unknown): Refused | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    return error as Refused
  }
}

/** Full of calls of tenant 9; who waits is noted in `order` when a place was given. */
function fullQueue() {
  const queue = queueOf(2)
  takeAll(queue, 9)
  const order: string[] = []
  return {
    queue,
    order,
    wait(name: string, tenantId: number) {
      const waiting = queue.wait(tenantId)
      waiting.admitted.then(
        () => order.push(name),
        (error: Refused) => order.push(`${name} ${error.reason}`),
      )
      return waiting
    },
    /** One after the other: anyone who was let in is done at once. */
    async serve(tenantIds: readonly number[]) {
      for (const tenantId of tenantIds) {
        queue.leave(tenantId)
        await Promise.resolve()
      }
    },
  }
}

describe('places', () => {
  it('are as many for one tenant as it may have, and there are others for the next', () => {
    const queue = createFairQueue({ places: 3, mostOfOne: 1, mostWaiting: 100, longestWait: 2000 })
    expect([takeAll(queue, 1), takeAll(queue, 2)]).toEqual([1, 1])
    queue.leave(1)
    expect(takeAll(queue, 1)).toBe(1)
  })

  it.each([
    [1, 1],
    [2, 2],
    [3, 2],
    [10, 7],
    [20, 14],
  ])('of %i one tenant holds %i', (places, most) => {
    expect(takeAll(queueOf(places), 1)).toBe(most)
  })

  it('are still there for those who come after the one who takes the most', () => {
    const queue = queueOf(20)
    expect([1, 2, 3].map((tenantId) => takeAll(queue, tenantId))).toEqual([14, 4, 2])
    expect(queue.figures()).toEqual({ taken: 20, waiting: 0 })
  })

  it('are free again when they were given back', () => {
    const queue = queueOf(3)
    for (let round = 0; round < 5; round += 1) {
      const taken = takeAll(queue, 1)
      expect(taken).toBe(2)
      for (let one = 0; one < taken; one += 1) queue.leave(1)
    }
    expect(queue.figures()).toEqual({ taken: 0, waiting: 0 })
  })
})

describe('whoever waits', () => {
  it('is served in turns of tenants, each in its own order', async () => {
    const { order, wait, serve } = fullQueue()
    for (const name of ['a1', 'a2', 'a3', 'a4']) wait(name, 1)
    wait('b1', 2)
    wait('c1', 3)
    wait('b2', 2)
    await serve([9, 1, 2, 3, 1, 2, 1])
    expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
  })

  it('is refused after the longest wait, with the time to come back', async () => {
    const { queue, order, wait } = fullQueue()
    wait('a1', 1)
    await vi.advanceTimersByTimeAsync(1000)
    wait('a2', 1)
    await vi.advanceTimersByTimeAsync(1100)
    expect(order).toEqual(['a1 slow'])
    await vi.advanceTimersByTimeAsync(1000)
    expect(order).toEqual(['a1 slow', 'a2 slow'])
    expect(queue.figures().waiting).toBe(0)
  })

  it('is refused sooner who stands there for a shorter time, and so leaves those before in their place', async () => {
    const { queue, order, wait } = fullQueue()
    wait('a1', 1)
    queue.wait(1, 500).admitted.catch(({ reason }: Refused) => order.push(`hasty ${reason}`))
    await vi.advanceTimersByTimeAsync(600)
    expect(order).toEqual(['hasty slow'])
    expect(queue.figures().waiting).toBe(1)
    await vi.advanceTimersByTimeAsync(1500)
    expect(order).toEqual(['hasty slow', 'a1 slow'])
  })

  it('leaves the line who no longer wants to', async () => {
    const { queue, order, wait, serve } = fullQueue()
    wait('a1', 1)
    wait('a2', 1).cancel()
    const served = wait('a3', 1)
    await serve([9, 1])
    served.cancel()
    await serve([1, 9])
    expect(order.toSorted()).toEqual(['a1', 'a2 gone', 'a3'])
    expect(queue.figures()).toEqual({ taken: 0, waiting: 0 })
  })

  it('is refused at once where the line could not be served in time', async () => {
    const { queue, wait, serve } = fullQueue()
    for (let one = 0; one < 40; one += 1) wait(`a${one}`, 1)
    for (let one = 0; one < 25; one += 1) {
      await vi.advanceTimersByTimeAsync(60)
      await serve([one === 0 ? 9 : 1])
    }
    // 15 still wait, and one is served every 60 milliseconds.
    for (let one = 0; one < 18; one += 1) wait(`b${one}`, 1)
    const refusal = refusalOf(() => wait('too late', 1))
    expect(refusal).toMatchObject({ reason: 'slow' })
    expect(refusal?.retryAfter).toBeGreaterThan(1900)
    // Another tenant has its own turns.
    expect(refusalOf(() => wait('other', 2))).toBeUndefined()
    await vi.advanceTimersByTimeAsync(6000)
    // No one was served for long: what was learned says nothing any more.
    expect(refusalOf(() => wait('later', 1))).toBeUndefined()
    expect(queue.figures().waiting).toBe(1)
  })

  it('does not fill the room for all', () => {
    const queue = queueOf(1, 10)
    queue.tryEnter(9)
    const waitAll = (tenantId: number) => {
      let count = 0
      for (let one = 0; one < 20; one += 1) {
        const refusal = refusalOf(() => queue.wait(tenantId).admitted.catch(() => undefined))
        if (refusal) expect(refusal).toMatchObject({ reason: 'full' })
        else count += 1
      }
      return count
    }
    expect([1, 2, 3].map(waitAll)).toEqual([5, 3, 1])
  })
})
