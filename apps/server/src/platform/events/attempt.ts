import { isDatabaseAway } from '../errors.ts'
import type { StoredEvent, Subscriber, Subscription } from './subscriber.ts'

/** Consecutive events of a subscriber that one handler takes. */
interface Group {
  subscription: Subscription
  events: StoredEvent[]
}

/** The event that a handler failed on. */
export interface FailedEvent {
  event: StoredEvent
  error: unknown
}

/** The database was away while a handler ran, which is no failure of the handler. */
export class DatabaseAway extends Error {
  constructor(cause: unknown) {
    super('The database is away', { cause })
    this.name = 'DatabaseAway'
  }
}

/** Whether the subscriber handles events of a type. */
export function isSubscribed({ subscriptions }: Subscriber, type: string): boolean {
  return subscriptions.some(({ event }) => event === type)
}

function groupEvents({ subscriptions }: Subscriber, events: readonly StoredEvent[]): Group[] {
  const groups: Group[] = []
  for (const event of events) {
    const subscription = subscriptions.find((one) => one.event === event.type)
    if (!subscription) continue
    const last = groups.at(-1)
    if (last?.subscription === subscription) last.events.push(event)
    else groups.push({ subscription, events: [event] })
  }
  return groups
}

/** Returns the error of the handler, or undefined. Throws DatabaseAway. */
async function errorOf(
  { handle }: Subscription,
  tenantId: number,
  events: readonly StoredEvent[],
): Promise<{ error: unknown } | undefined> {
  try {
    await handle(tenantId, events)
    return undefined
  } catch (error) {
    if (isDatabaseAway(error)) throw new DatabaseAway(error)
    return { error }
  }
}

interface Reaching {
  /** Called each time a handler has returned, with the position up to which events are handled. */
  reached(position: number): Promise<void>
  signal: AbortSignal
}

/**
 * Delivers events to their handlers, in order, until `signal` fires or one fails, which it returns. A batch that
 * fails is delivered again event by event, so that only the one that fails is held back.
 */
export async function attemptDelivery(
  subscriber: Subscriber,
  tenantId: number,
  events: readonly StoredEvent[],
  { reached, signal }: Reaching,
): Promise<FailedEvent | undefined> {
  for (const { subscription, events: group } of groupEvents(subscriber, events)) {
    const last = group.at(-1)
    if (signal.aborted || !last) return undefined
    const isTogether = subscription.isBatch && group.length > 1
    if (isTogether && !(await errorOf(subscription, tenantId, group))) {
      await reached(last.position)
      continue
    }
    for (const event of group) {
      if (signal.aborted) return undefined
      const failed = await errorOf(subscription, tenantId, [event])
      if (failed) return { event, error: failed.error }
      await reached(event.position)
    }
  }
  const end = events.at(-1)
  if (end && !isSubscribed(subscriber, end.type)) await reached(end.position)
  return undefined
}
