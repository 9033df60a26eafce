import { AppError } from '../errors.ts'

/** More waiters than this for one key are a sign of a flood. */
const mostWaiting = 100

/** Runs the work of each key sequentially, within this process. */
export interface KeyedQueue {
  /** Throws `rate_limited` when too many wait already. */
  take<T>(key: string, work: () => Promise<T>): Promise<T>
}

interface Line {
  waiting: number
  last: Promise<unknown>
}

export function createKeyedQueue(): KeyedQueue {
  const lines = new Map<string, Line>()
  return {
    async take(key, work) {
      const line = lines.get(key) ?? { waiting: 0, last: Promise.resolve() }
      if (line.waiting >= mostWaiting) {
        throw new AppError(
          'rate_limited',
          'request.too_many',
          'Too many attempts. Wait a minute and try again.',
        )
      }
      lines.set(key, line)
      line.waiting += 1
      const mine = line.last.then(work)
      line.last = mine.catch(() => undefined)
      try {
        return await mine
      } finally {
        line.waiting -= 1
        if (line.waiting === 0) lines.delete(key)
      }
    },
  }
}
