import { attemptDelivery, type FailedEvent } from './attempt.ts'
import { describeFailure } from './failure-text.rules.ts'
import { leastAttempts, pauseAfter, type Pacing } from './pacing.ts'
import { listRequestedRetries, noteFailedRetry, removeFailure, type RequestedRetry } from './retry.store.ts'
import { InvalidPayload, type StoredEvent, type Subscriber } from './subscriber.ts'
import { advance, noteFailure, setAside, type Progress } from './subscription.store.ts'
import type { Surroundings } from './surroundings.ts'

export interface Delivery {
  tenantId: number
  subscriber: Subscriber
  progress: Progress
  /** The next events behind a position. */
  read(position: number): Promise<readonly StoredEvent[]>
}

const isPaused = ({ retryAt }: Progress, now: Date): boolean => retryAt !== null && retryAt > now

/** Whether to set an event aside now that it has failed once more. */
function isOver(progress: Progress, error: unknown, now: Date, { failFor }: Pacing): boolean {
  if (error instanceof InvalidPayload) return true
  const { failingSince, attempts } = progress
  if (failingSince === null || attempts + 1 < leastAttempts) return false
  return now.getTime() - failingSince.getTime() >= failFor
}

async function handleFailure(
  { tenantId, progress }: Delivery,
  { event, error }: FailedEvent,
  { session, clock, log, pacing }: Surroundings,
): Promise<void> {
  const at = clock.now()
  const failure = describeFailure(error)
  const { subscriber, attempts } = progress
  const { type, eventId } = event
  const about = { err: error, subscriber, type, tenantId, eventId, attempts: attempts + 1 }
  if (isOver(progress, error, at, pacing)) {
    await setAside(session, tenantId, progress, event, { failure, at })
    log.error(about, 'the delivery of an event failed for good')
    return
  }
  const retryAt = new Date(at.getTime() + pauseAfter(attempts + 1, pacing))
  await noteFailure(session, tenantId, progress, { failure, at, retryAt })
  log.error({ ...about, retryAt }, 'an event could not be delivered; it is retried')
}

/** Delivers one batch; false when there is nothing to deliver now. */
async function deliverBatch(delivery: Delivery, around: Surroundings): Promise<boolean> {
  const { tenantId, subscriber, progress } = delivery
  if (isPaused(progress, around.clock.now())) return false
  const { places, signal, session } = around
  if (!places.tryEnter(tenantId)) await places.wait(tenantId).admitted
  try {
    const events = await delivery.read(progress.position)
    if (events.length === 0) return false
    const reached = (position: number) => advance(session, tenantId, [progress], progress.position, position)
    const failed = await attemptDelivery(subscriber, tenantId, events, { reached, signal })
    if (failed) await handleFailure(delivery, failed, around)
    return true
  } finally {
    places.leave(tenantId)
  }
}

/** Delivers the events of a tenant to a subscriber until it has all, waits for a retry, or the process stops. */
export async function deliverAll(delivery: Delivery, around: Surroundings): Promise<void> {
  while (!around.signal.aborted) if (!(await deliverBatch(delivery, around))) return
}

async function retryOne(
  subscriber: Subscriber,
  tenantId: number,
  { failureId, event }: RequestedRetry,
  { session, clock, log, signal }: Surroundings,
): Promise<void> {
  const reached = () => removeFailure(session, tenantId, failureId)
  const failed = await attemptDelivery(subscriber, tenantId, [event], { reached, signal })
  if (!failed) return
  const failure = describeFailure(failed.error)
  log.error({ err: failed.error, subscriber: subscriber.name, tenantId, failureId }, 'a retry failed')
  await noteFailedRetry(session, tenantId, failureId, { failure, at: clock.now() })
}

/** Retries the failed deliveries that administrators asked for. Nothing else is delivered to the subscriber meanwhile. */
export async function deliverRetries(
  tenantId: number,
  subscribers: readonly Subscriber[],
  around: Surroundings,
): Promise<void> {
  for (const retry of await listRequestedRetries(around.session, tenantId)) {
    if (around.signal.aborted) return
    const subscriber = subscribers.find(({ name }) => name === retry.subscriber)
    if (subscriber) await retryOne(subscriber, tenantId, retry, around)
    else await removeFailure(around.session, tenantId, retry.failureId)
  }
}
