import { LRUCache } from 'lru-cache'
import type { Clock } from '../../platform/clock.ts'

/** Answers in a window, and its length in milliseconds. */
const [most, duration] = [30, 10 * 60_000]
/** Windows that a process keeps; of more, those that were used longest ago start again. */
const mostWindows = 100_000

/**
 * Bounds answers by key, in this process. Each costs the memory of a number and no statement: with several processes,
 * an address has as many more.
 */
export function createAnswerLimit({ now }: Clock): (key: string) => boolean {
  const windows = new LRUCache<string, { since: number; taken: number }>({ max: mostWindows })
  return (key) => {
    const at = now().getTime()
    const known = windows.get(key)
    const window = known && at - known.since < duration ? known : { since: at, taken: 0 }
    window.taken += 1
    windows.set(key, window)
    return window.taken <= most
  }
}
