import { accessTokenMinutes } from '@steward/contracts/identity'
import type { Logger } from 'pino'

/** How often what ended elsewhere is read, and how old that may be before each call asks. Milliseconds. */
const refreshEvery = 1000
const longestAge = 2000
/** A process that no one calls stops asking after this long. */
const idleAfter = 60_000
/** A transaction may commit this long after it wrote when a session ended. */
const overlap = 30_000
/** The life of an access token: what ended before that has no token left. */
const memory = accessTokenMinutes * 60_000 + overlap

export interface EndedSource {
  /** Ids of the sessions that ended in the last milliseconds. */
  endedWithin(milliseconds: number): Promise<number[]>
  /** Whether the session has ended. */
  hasEnded(tenantId: number, sessionId: number): Promise<boolean>
}

export interface EndedSessions {
  has(tenantId: number, sessionId: number): Promise<boolean>
  /** Makes it known here at once. */
  add(sessionIds: readonly number[]): void
  stop(): Promise<void>
}

/**
 * Knows which sessions ended recently, so that a call needs no query. While calls come, it is read once
 * a second; when that fails for two seconds, each call asks the database until it works again.
 */
export function followEndedSessions(source: EndedSource, log: Pick<Logger, 'warn'>): EndedSessions {
  const endedAt = new Map<number, number>()
  let readAt = -Infinity
  let usedAt = -Infinity
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isStopped = false

  function remember(ids: readonly number[], now: number): void {
    for (const id of ids) if (!endedAt.has(id)) endedAt.set(id, now)
    for (const [id, at] of endedAt) if (now - at > memory) endedAt.delete(id)
  }

  async function read(): Promise<void> {
    const startedAt = performance.now()
    try {
      const since = Math.min(startedAt - readAt + overlap, memory)
      remember(await source.endedWithin(since), startedAt)
      if (readAt < startedAt - longestAge && readAt > -Infinity && startedAt - usedAt < longestAge) {
        log.warn('ended sessions are known again')
      }
      readAt = startedAt
    } catch (error) {
      log.warn({ err: error }, 'ended sessions could not be read; each call asks the database')
    }
  }

  /** One reading at a time, and the next a second later while calls come. */
  function follow(): void {
    if (isStopped || timer || running) return
    running = read().finally(() => {
      running = undefined
      if (isStopped || performance.now() - usedAt > idleAfter) return
      timer = setTimeout(() => {
        timer = undefined
        follow()
      }, refreshEvery)
      timer.unref()
    })
  }

  return {
    async has(tenantId, sessionId) {
      const now = performance.now()
      usedAt = now
      follow()
      if (endedAt.has(sessionId)) return true
      return now - readAt > longestAge ? source.hasEnded(tenantId, sessionId) : false
    },
    add: (sessionIds) => remember(sessionIds, performance.now()),
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
