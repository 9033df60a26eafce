import { createTurnaround } from './turnaround.ts'

/** Why a reservation failed: the queue is full, the wait is too long, or the caller has disconnected. */
export type RefusalReason = 'full' | 'slow' | 'gone'

/** No slot became free in time. */
export class Refused extends Error {
  readonly reason: RefusalReason
  /** When to retry, in milliseconds. */
  readonly retryAfter: number

  constructor(reason: RefusalReason, retryAfter: number) {
    // Thousands are created per second, and their stack is never read.
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(`No slot became free in time: ${reason}`)
    Error.stackTraceLimit = stackTraceLimit
    this.name = 'Refused'
    this.reason = reason
    this.retryAfter = retryAfter
  }
}

export interface FairQueueOptions {
  places: number
  /** The most slots of one tenant, however many are free. */
  mostOfOne?: number
  /** The most waiters of all tenants together. */
  mostWaiting: number
  /** Milliseconds after which a waiter is refused. */
  longestWait: number
}

/** A reservation in the queue. */
export interface Waiting {
  /** Resolves when a slot is assigned. Rejects with `Refused`. */
  admitted: Promise<void>
  /** Leaves the queue; does nothing once a slot is assigned. */
  cancel(): void
}

/**
 * Slots that are scheduled fairly between tenants. One tenant never has all of them: it gets another only
 * while it has fewer than twice as many as are free, so that the next tenant finds one.
 */
export interface FairQueue {
  /** Takes a slot if one is free and the tenant has no waiters. */
  tryEnter(tenantId: number): boolean
  /**
   * Waits in the queue for at most `longest` milliseconds. Throws `Refused` at once if the queue is too long to
   * be served in time.
   */
  wait(tenantId: number, longest?: number): Waiting
  /** Releases a slot. */
  leave(tenantId: number): void
  figures(): { taken: number; waiting: number }
}

interface Entry {
  until: number
  admit(): void
  refuse(error: Refused): void
}

/** The interval of the check for expired waiters, in milliseconds. */
const checkEvery = 50

/** Creates slots that are shared fairly; see `FairQueue`. */
export function createFairQueue(options: FairQueueOptions): FairQueue {
  const { places, mostOfOne = places, mostWaiting, longestWait } = options
  const held = new Map<number, number>()
  /** The waiters by tenant. The tenant whose turn is next comes first. */
  const lines = new Map<number, Entry[]>()
  const turnaround = createTurnaround()
  let free = places
  let waiting = 0
  let timer: NodeJS.Timeout | undefined

  const mayEnter = (tenantId: number) => {
    const own = held.get(tenantId) ?? 0
    return own < mostOfOne && own < 2 * free
  }

  function take(tenantId: number): void {
    held.set(tenantId, (held.get(tenantId) ?? 0) + 1)
    free -= 1
  }

  function noteLeft(tenantId: number, line: Entry[]): void {
    waiting -= 1
    if (line.length === 0) lines.delete(tenantId)
    if (waiting > 0) return
    clearInterval(timer)
    timer = undefined
    turnaround.rest()
  }

  /** Admits the next waiter. Its tenant moves to the end of the rotation. */
  function admitNext(): boolean {
    for (const [tenantId, line] of lines) {
      if (!mayEnter(tenantId)) continue
      const entry = line.shift() as Entry
      lines.delete(tenantId)
      if (line.length > 0) lines.set(tenantId, line)
      take(tenantId)
      turnaround.note(performance.now())
      noteLeft(tenantId, line)
      entry.admit()
      return true
    }
    return false
  }

  /** The queues are served in rotation, so that the length of one does not delay the others. */
  function expectedWait(line: readonly Entry[]): number {
    const turns = Math.max(1, lines.size)
    return turnaround.timeFor(Math.min(waiting + 1, (line.length + 1) * turns), performance.now())
  }

  function leaveLine(tenantId: number, line: Entry[], entry: Entry): boolean {
    const place = line.indexOf(entry)
    if (place < 0) return false
    line.splice(place, 1)
    noteLeft(tenantId, line)
    return true
  }

  function refuseLate(): void {
    const now = performance.now()
    for (const [tenantId, line] of lines) {
      for (const entry of line.filter(({ until }) => until <= now)) {
        leaveLine(tenantId, line, entry)
        entry.refuse(new Refused('slow', expectedWait(line)))
      }
    }
  }

  return {
    tryEnter(tenantId) {
      if (lines.has(tenantId) || !mayEnter(tenantId)) return false
      take(tenantId)
      return true
    },
    wait(tenantId, longest = longestWait) {
      const line = lines.get(tenantId) ?? []
      const expected = expectedWait(line)
      // No tenant can use up the waiting room of all.
      if (line.length >= mostWaiting - waiting) throw new Refused('full', expected)
      if (expected > longest) throw new Refused('slow', expected)
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const entry: Entry = { until: performance.now() + longest, admit: resolve, refuse: reject }
      line.push(entry)
      lines.set(tenantId, line)
      waiting += 1
      timer ??= setInterval(refuseLate, checkEvery).unref()
      return {
        admitted: promise,
        cancel() {
          if (leaveLine(tenantId, line, entry)) reject(new Refused('gone', 0))
        },
      }
    },
    leave(tenantId) {
      const rest = (held.get(tenantId) ?? 0) - 1
      if (rest > 0) held.set(tenantId, rest)
      else held.delete(tenantId)
      free += 1
      while (waiting > 0 && free > 0 && admitNext());
    },
    figures: () => ({ taken: places - free, waiting }),
  }
}
