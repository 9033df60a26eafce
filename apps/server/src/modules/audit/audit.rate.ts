import { LRUCache } from 'lru-cache'
import type { Clock } from '../../platform/clock.ts'

const mostKeys = 20_000

/** Says once in `duration` milliseconds for each key that something may be written down, as far as this process knows. */
export function createRate(clock: Clock, duration: number): (key: string) => boolean {
  const lastAt = new LRUCache<string, number>({ max: mostKeys })
  return (key) => {
    const now = clock.now().getTime()
    const last = lastAt.get(key)
    if (last !== undefined && now - last < duration) return false
    lastAt.set(key, now)
    return true
  }
}
