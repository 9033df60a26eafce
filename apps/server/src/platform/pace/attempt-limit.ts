import { LRUCache } from 'lru-cache'
import type { Clock } from '../../platform/clock.ts'

interface Window {
  startedAt: number
  taken: number
}

/** Bounds failed attempts by key. A window begins with the first attempt. */
export interface AttemptLimit {
  /** Counts an attempt; false when there were too many. */
  take(key: string): boolean
  /** An attempt that succeeded does not count. */
  giveBack(key: string): void
}

/** `max` failed attempts in `duration` milliseconds, as far as this process has seen. */
export function createAttemptLimit(clock: Clock, max: number, duration: number): AttemptLimit {
  const windows = new LRUCache<string, Window>({ max: 50_000 })
  return {
    take(key) {
      const now = clock.now().getTime()
      const known = windows.get(key)
      if (!known || now - known.startedAt >= duration) {
        windows.set(key, { startedAt: now, taken: 1 })
        return true
      }
      if (known.taken >= max) return false
      known.taken += 1
      return true
    },
    giveBack(key) {
      const known = windows.get(key)
      if (known && known.taken > 0) known.taken -= 1
    },
  }
}
