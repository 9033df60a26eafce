import { z } from 'zod'
import { defineEvent } from '@steward/contracts/event/define'
import type { Application } from '../../src/application.ts'
import { transact } from '../../src/platform/db/database.ts'
import { createAnnouncer } from '../../src/platform/events/announcer.ts'
import { startDispatcher, type Dispatcher } from '../../src/platform/events/dispatcher.ts'
import { defaultPacing, type Pacing } from '../../src/platform/events/pacing.ts'
import { publish } from '../../src/platform/events/publish.ts'
import type { Subscriber } from '../../src/platform/events/subscriber.ts'

/** An event of these tests. */
export const counted = defineEvent({
  name: 'test.counted',
  version: 1,
  payload: z.object({ n: z.int() }),
  example: { n: 1 },
})

/** Looks and retries soon. */
export const soon: Pacing = { ...defaultPacing, sweepEvery: 50, spacing: 5, firstPause: 20, longestPause: 50 }

/** Delivers to subscribers of a test, in place of those of the product. */
export function deliver(
  { platform }: Application,
  subscribers: readonly Subscriber[],
  pacing: Pacing = soon,
): Dispatcher {
  const announcer = createAnnouncer(platform.notices)
  const dispatcher = startDispatcher(platform, subscribers, { announcer, pacing })
  platform.database.onPublish(dispatcher.wake)
  return dispatcher
}

/** Publishes the numbers from `first` to `last`, in one transaction. */
export async function count(
  { platform }: Application,
  tenantId: number,
  first: number,
  last = first,
): Promise<void> {
  await transact(platform.database.tenant(tenantId), async (tx) => {
    for (let n = first; n <= last; n += 1) await publish(tx, tenantId, counted, { n })
  })
}

export const numbers = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at)

/** Positions and events of a test must not be those of the next. */
export async function clearEvents({ platform: { database } }: Application): Promise<void> {
  await database.owner.query('truncate event, event_log, event_head, event_subscription, event_failure')
}
