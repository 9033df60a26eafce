import { createTurnaround } from './turnaround.ts'

/** Why no one was let in: too many wait, it would take or took too long, or the asker has gone. */
export type RefusalReason = 'full' | 'slow' | 'gone'

/** There was no place in time. */
export class Refused extends Error {
  readonly reason: RefusalReason
  /** When it is worth asking again, in milliseconds. */
  readonly retryAfter: number

  constructor(reason: RefusalReason, retryAfter: number) {
    // Thousands are made in a second, and no one reads where.
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(`There was no place in time: ${reason}`)
    Error.stackTraceLimit = stackTraceLimit
    this.name = 'Refused'
    this.reason = reason
    this.retryAfter = retryAfter
  }
}

export interface FairQueueOptions {
  places: number
  /** Most that one tenant holds, however many are free. */
  mostOfOne?: number
  /** Most who wait, of all tenants together. */
  mostWaiting: number
  /** Milliseconds after which anyone who waits is refused. */
  longestWait: number
}

/** Someone who is in line. */
export interface Waiting {
  /** Resolves when a place was given. Rejects with `Refused`. */
  admitted: Promise<void>
  /** Leaves the line; does nothing once a place was given. */
  giveUp(): void
}

/**
 * Places that tenants take in turns. One tenant never holds all of them: it is given another only while it
 * holds fewer than twice as many as are free, so that anyone who comes next finds one.
 */
export interface FairQueue {
  /** Takes a place if there is one and no one of the tenant waits. */
  tryEnter(tenantId: number): boolean
  /**
   * Is in line for `longest` milliseconds at most, or as long as all do. Throws `Refused` at once where the
   * line is too long to be served in time.
   */
  wait(tenantId: number, longest?: number): Waiting
  /** Gives a place back. */
  leave(tenantId: number): void
  figures(): { taken: number; waiting: number }
}

interface Entry {
  until: number
  admit(): void
  refuse(error: Refused): void
}

/** How often it is looked whether someone has waited too long. Milliseconds. */
const lookEvery = 50

/** Makes places that are shared fairly; see `FairQueue`. */
export function createFairQueue(options: FairQueueOptions): FairQueue {
  const { places, mostOfOne = places, mostWaiting, longestWait } = options
  const held = new Map<number, number>()
  /** Who waits. The tenant whose turn it is comes first. */
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

  /** Lets the next in. Its tenant goes to the end of the turns. */
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

  /** The lines are served in turns, so that the length of the others does not matter to one. */
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
      // No tenant fills the room in which all wait.
      if (line.length >= mostWaiting - waiting) throw new Refused('full', expected)
      if (expected > longest) throw new Refused('slow', expected)
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const entry: Entry = { until: performance.now() + longest, admit: resolve, refuse: reject }
      line.push(entry)
      lines.set(tenantId, line)
      waiting += 1
      timer ??= setInterval(refuseLate, lookEvery).unref()
      return {
        admitted: promise,
        giveUp() {
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
