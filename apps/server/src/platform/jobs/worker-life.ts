import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'

/** Something at work. */
export interface Working {
  /** Settles when it cannot go on by itself. */
  readonly failed: Promise<unknown>
  stop(): Promise<void>
}

/** Milliseconds between attempts to start again. */
const pause = 500

/**
 * Keeps something at work until stopped: what cannot go on is stopped, and begun again as soon as that
 * succeeds. Throws when it cannot begin at all.
 */
export async function keepWorking(
  begin: () => Promise<Working>,
  log: Pick<Logger, 'info' | 'warn'>,
): Promise<{ stop(): Promise<void> }> {
  const asked = new AbortController()
  const stopped = new Promise<void>((resolve) => {
    asked.signal.addEventListener('abort', () => resolve())
  })

  async function beginAgain(): Promise<Working | undefined> {
    while (!asked.signal.aborted) {
      try {
        const working = await begin()
        log.info('jobs are worked on again')
        return working
      } catch {
        await wait(pause, undefined, { signal: asked.signal }).catch(() => undefined)
      }
    }
    return undefined
  }

  async function live(first: Working): Promise<void> {
    for (let working: Working | undefined = first; working; working = await beginAgain()) {
      await Promise.race([working.failed.catch(() => undefined), stopped])
      if (!asked.signal.aborted)
        log.warn('jobs cannot be worked on; they are given back until the database is there')
      await working.stop()
    }
  }

  const living = live(await begin())
  return {
    async stop() {
      asked.abort()
      await living
    },
  }
}
