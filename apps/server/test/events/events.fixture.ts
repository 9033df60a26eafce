import { z } from 'zod'
import { defineEvent, type EventType } from '@steward/contracts/event/event-type'
import { transact } from '../../src/platform/db/database.ts'
import { startDispatcher } from '../../src/platform/events/dispatcher.ts'
import { handle, publish, type Subscriber } from '../../src/platform/events/events.ts'
import type { Database } from '../../src/platform/db/database.ts'
import type { Hearer, Notices } from '../../src/platform/notices/notices.ts'
import { createMetrics } from '../../src/platform/telemetry/metrics.ts'
import type { TestApp } from '../harness.ts'

/** An event that no module publishes. */
export const counted = defineEvent({
  name: 'test.counted',
  version: 1,
  payload: z.object({ n: z.int() }),
  example: { n: 1 },
})

/** Publishes numbers, in one transaction. */
export async function count(
  app: TestApp,
  numbers: readonly number[],
  tenantId = app.tenantId,
): Promise<void> {
  await transact(app.application.platform.database.tenant(tenantId), async (tx) => {
    for (const n of numbers) await publish(tx, tenantId, counted, { n })
  })
}

export interface NotingSubscriber extends Subscriber {
  numbers: number[]
}

/** A subscriber that notes the numbers it gets, once `before` is done with each. */
export function noting(
  name: string,
  before: (n: number) => Promise<unknown> | void = () => undefined,
): NotingSubscriber {
  const numbers: number[] = []
  const handler = handle(counted, async ({ payload }) => {
    await before(payload.n)
    numbers.push(payload.n)
  })
  return { name, numbers, handlers: [handler] }
}

/** Several dispatchers of this process share its connection for notices, where a channel has one listener. */
function sharedNotices(notices: Notices): Pick<Notices, 'hear'> {
  const hearers: Hearer[] = []
  return {
    hear(channel, hearer) {
      hearers.push(hearer)
      notices.hear(channel, {
        heard: (payload) => hearers.forEach((one) => one.heard(payload)),
        missed: () => hearers.forEach((one) => one.missed()),
      })
    },
  }
}

export interface DispatchOptions {
  times?: number
  pauseAfter?: (attempts: number) => number
  database?: Database
  types?: readonly EventType[]
}

/** Starts dispatchers for the subscribers, as so many processes would. */
export function dispatch(
  app: TestApp,
  subscribers: readonly Subscriber[],
  options: DispatchOptions = {},
): { stop(): Promise<void> } {
  const { database, notices, log } = app.application.platform
  const { times = 1, ...rest } = options
  const shared = sharedNotices(notices)
  const metrics = createMetrics({ web: false, worker: true })
  const dispatchers = Array.from({ length: times }, () =>
    startDispatcher({ database, notices: shared, subscribers, metrics, log, ...rest }),
  )
  return { stop: async () => void (await Promise.all(dispatchers.map((one) => one.stop()))) }
}

export const upTo = (last: number): number[] => Array.from({ length: last }, (_, at) => at + 1)
