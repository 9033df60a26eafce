import type pg from 'pg'
import { z } from 'zod'
import type { Clock } from '../clock.ts'
import { isDatabaseAway } from '../errors.ts'
import { failureText } from '../failure-text.ts'
import type { Task, TaskContext } from '../jobs/jobs.ts'
import { yieldToCalls } from '../pace/lane.ts'
import { returnDueWork, type ClaimedItem } from './due-work.store.ts'
import type { DueHandler } from './schedule.ts'

/** The job that does due work which the ticker claimed. */
export const dueTask = 'due:run'
/** Attempts at an item, the first included; after them it waits for an operator. */
const mostAttempts = 10
/** Seconds until the second attempt; each further pause is three times as long. */
const firstPause = 60
const longestPause = 6 * 3600

const payloadSchema = z.object({
  tenantId: z.int(),
  kind: z.string(),
  items: z.array(z.object({ key: z.string(), dueAt: z.string(), payload: z.unknown(), attempts: z.int() })),
})

/** Milliseconds until the next attempt at an item that failed so often. */
function duePauseAfter(attempts: number): number {
  return 1000 * Math.min(firstPause * 3 ** (attempts - 1), longestPause)
}

export interface DueJobsParts {
  owner: pg.Pool
  clock: Clock
  handlers: Readonly<Record<string, DueHandler>>
}

/** Does due work item by item, so that one that fails holds up no other. */
export function createDueJobs({ owner, clock, handlers }: DueJobsParts): Record<string, Task> {
  async function retryLater(
    tenantId: number,
    kind: string,
    item: ClaimedItem,
    error: unknown,
    log: TaskContext['log'],
  ): Promise<void> {
    const attempts = item.attempts + 1
    const isLast = attempts >= mostAttempts
    const noted = { err: error, tenantId, kind, key: item.key, attempts }
    if (isLast) log.error(noted, 'scheduled work failed for the last time; it waits for an operator')
    else log.warn(noted, 'scheduled work failed; it will be tried again')
    const now = clock.now()
    await returnDueWork(owner, tenantId, kind, item, {
      dueAt: new Date(now.getTime() + duePauseAfter(attempts)),
      attempts,
      failure: failureText(error),
      failedAt: isLast ? now : null,
    })
  }

  const run: Task = async (given, context) => {
    const { tenantId, kind, items } = payloadSchema.parse(given)
    const handler = handlers[kind]
    for (const item of items as ClaimedItem[]) {
      const { key, payload, attempts } = item
      const dueAt = new Date(item.dueAt)
      await yieldToCalls()
      if (context.signal.aborted) {
        // Another process claims the rest; those that are done are not done again.
        await returnDueWork(owner, tenantId, kind, item, { dueAt, attempts, failure: null, failedAt: null })
        continue
      }
      try {
        if (!handler) throw new Error(`No module handles scheduled work of the kind ${kind}`)
        await handler(tenantId, { key, dueAt, payload }, context)
      } catch (error) {
        if (isDatabaseAway(error)) throw error
        await retryLater(tenantId, kind, item, error, context.log)
      }
    }
  }

  return { [dueTask]: run }
}
