import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'

/** Milliseconds after which work begins, by chance between these: it delays no answer that depends on it. */
const leastDelay = 20
const longestDelay = 120

/** Work that no one waits for, so that how long it takes shows in no answer. */
export interface Background {
  /** A failure is logged. */
  run(what: string, work: () => Promise<void>): void
  /** Resolves when all of it is done. */
  settled(): Promise<void>
}

export function createBackground(log: Pick<Logger, 'error'>): Background {
  const running = new Set<Promise<void>>()
  return {
    run(what, work) {
      const done: Promise<void> = wait(randomInt(leastDelay, longestDelay))
        .then(work)
        .catch((error: unknown) => log.error({ err: error }, `${what} failed`))
        .finally(() => running.delete(done))
      running.add(done)
    },
    async settled() {
      while (running.size > 0) await Promise.all(running)
    },
  }
}

/** Gives the answer, or throws the failure, not before so many milliseconds: what took longer cannot be determined. */
export async function notBefore<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  const [done] = await Promise.allSettled([work(), wait(milliseconds)])
  if (done.status === 'rejected') throw done.reason
  return done.value
}
