import type { Logger } from 'pino'
import type pg from 'pg'
import { isDatabaseAway } from '../errors.ts'
import type { JobThrottle } from '../pace/job-throttle.ts'
import { inLane } from '../pace/lane.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { inTrace } from '../telemetry/tracing.ts'
import type { Arriving, ReadArriving } from './arriving.ts'
import { createAdvancing } from './advancing.ts'
import { noteFailedAttempt, readEvents, setAside, type Progress } from './event.store.ts'
import type { EventHandler, Subscriber } from './events.ts'
import { failureText } from '../failure-text.ts'
import { mostAttempts, pauseAfter } from './retry.rules.ts'

/** Events that are read, and at most handled, together. */
const batch = 200
/** Batches that subscribers at about the same place share. */
const sharedBatches = 8

export interface DeliveryParts {
  owner: pg.Pool
  metrics: Metrics
  log: Logger
  /** Has the handling of large events pause while calls are busy; absent: it never pauses. */
  rests?: Pick<JobThrottle, 'begin'>
  /** Milliseconds until the next attempt, after so many that failed. */
  pauseAfter?: (attempts: number) => number
}

/** Events of one type that follow each other for a subscriber. */
interface Group {
  handler: EventHandler
  events: Arriving[]
}

/** Reads batches of a tenant's events; subscribers that are at the same position share one. */
export function createBatches(owner: pg.Pool, tenantId: number, readArriving: ReadArriving) {
  const batches = new Map<number, Promise<Arriving[]>>()
  const read = async (after: number) =>
    (await readEvents(owner, tenantId, after, batch)).map((row) => readArriving(tenantId, row))
  return {
    after(position: number): Promise<Arriving[]> {
      const known = batches.get(position)
      if (known) return known
      const reading = read(position)
      batches.set(position, reading)
      const [oldest] = batches.keys()
      if (batches.size > sharedBatches && oldest !== undefined) batches.delete(oldest)
      return reading
    },
  }
}

export type Batches = ReturnType<typeof createBatches>

/** An attempt that failed, at the first event that is not done with. */
class NotHandled extends Error {
  readonly at: Arriving

  constructor(at: Arriving, cause: unknown) {
    super('An event could not be handled', { cause })
    this.at = at
  }
}

const positionOf = ({ row }: Arriving): number => row.position

/** The events that concern a subscriber, in order. */
function groupsFor({ name, handlers }: Subscriber, events: readonly Arriving[]): Group[] {
  const groups: Group[] = []
  for (const event of events) {
    const handler = handlers.find(({ type }) => type.name === event.row.type)
    const isOthers = event.row.onlyFor !== null && event.row.onlyFor !== name
    if (!handler || isOthers) continue
    const last = groups.at(-1)
    if (handler.takesBatches && last?.handler === handler) last.events.push(event)
    else groups.push({ handler, events: [event] })
  }
  return groups
}

/** Delivers events to subscribers, each from its own position. `stopping` ends pauses. */
export function createDelivery(
  { owner, metrics, log, rests, ...parts }: DeliveryParts,
  stopping: AbortSignal,
) {
  const pause = parts.pauseAfter ?? pauseAfter
  const advance = createAdvancing(owner)

  /**
   * Does the work of a handler in a lane of its own, in which it pauses between the batches of a large event, and after one.
   * Many small events never pause: they would fall behind for as long as people work.
   */
  async function inPace(isLone: boolean, work: () => Promise<void>): Promise<void> {
    if (!rests) return work()
    const { lane, end } = rests.begin(stopping)
    const handled = async () => {
      await work()
      if (isLone) await lane.yieldToCalls()
    }
    return inLane(lane, handled).finally(end)
  }

  const call = (tenantId: number, group: Group): Promise<void> =>
    inPace(group.events.length === 1, () => handleNoted(tenantId, group))

  async function handleNoted(tenantId: number, { handler, events }: Group): Promise<void> {
    const { name } = handler.type
    const attributes = {
      'steward.event': name,
      'steward.events': events.length,
      'steward.tenant_id': tenantId,
    }
    const causes = events.flatMap(({ cause }) => cause ?? [])
    const start = performance.now()
    const note = (outcome: 'done' | 'failed') =>
      metrics.noteEvents(name, outcome, events.length, (performance.now() - start) / 1000)
    try {
      const told = events.map(({ event }) => event)
      await inTrace(`events ${name}`, { attributes, causes }, () => handler.handle(tenantId, told))
      note('done')
    } catch (error) {
      note('failed')
      throw error
    }
  }

  async function handleSingly(tenantId: number, { handler, events }: Group): Promise<void> {
    for (const event of events) {
      if (event.fault !== undefined) throw new NotHandled(event, new Error(event.fault))
      try {
        await call(tenantId, { handler, events: [event] })
      } catch (error) {
        throw isDatabaseAway(error) ? error : new NotHandled(event, error)
      }
    }
  }

  /** Handles a group together; where that fails, one by one, so that what it fails on is alone. */
  async function handleGroup(tenantId: number, group: Group, isDoubtful: boolean): Promise<void> {
    const areTogether = group.handler.takesBatches && !isDoubtful && group.events.every(({ fault }) => !fault)
    if (areTogether && group.events.length > 1) {
      try {
        return await call(tenantId, group)
      } catch (error) {
        if (isDatabaseAway(error)) throw error
      }
    }
    await handleSingly(tenantId, group)
  }

  /** Notes a failure; gives the milliseconds until the next attempt, or undefined where the event was set aside. */
  async function fail(
    tenantId: number,
    progress: Progress,
    { at, cause }: NotHandled,
  ): Promise<number | undefined> {
    const { subscriber } = progress
    const attempts = progress.attempts + 1
    const { type, eventId } = at.row
    const noted = { err: cause, tenantId, subscriber, type, eventId, attempts }
    if (at.fault !== undefined || attempts >= mostAttempts) {
      log.error(noted, 'an event was set aside: an administrator can have it delivered again')
      await setAside(owner, tenantId, progress, at.row, failureText(cause))
      return undefined
    }
    log.warn(noted, 'an event could not be delivered; it will be tried again')
    const wait = pause(attempts)
    await noteFailedAttempt(owner, tenantId, progress, failureText(cause), wait)
    return wait
  }

  /** Moves a subscriber on; false where someone else has moved it meanwhile. */
  async function moveOn(tenantId: number, progress: Progress, to: number): Promise<boolean> {
    if (to === progress.position) return true
    const isMoved = await advance(tenantId, progress.subscriber, progress.position, to)
    progress.position = to
    progress.attempts = 0
    return isMoved
  }

  async function deliverBatch(
    tenantId: number,
    subscriber: Subscriber,
    progress: Progress,
    events: readonly Arriving[],
  ): Promise<number | 'next' | 'lost'> {
    const last = positionOf(events.at(-1) as Arriving)
    try {
      const groups = groupsFor(subscriber, events)
      for (const [at, group] of groups.entries()) {
        await handleGroup(tenantId, group, progress.attempts > 0)
        const to = at === groups.length - 1 ? last : positionOf(group.events.at(-1) as Arriving)
        if (!(await moveOn(tenantId, progress, to))) return 'lost'
      }
      return (await moveOn(tenantId, progress, last)) ? 'next' : 'lost'
    } catch (error) {
      if (!(error instanceof NotHandled)) throw error
      const before = events.findLast((event) => positionOf(event) < positionOf(error.at))
      if (before && !(await moveOn(tenantId, progress, positionOf(before)))) return 'lost'
      const wait = await fail(tenantId, progress, error)
      if (wait !== undefined) return wait
      progress.position = positionOf(error.at)
      progress.attempts = 0
      return 'next'
    }
  }

  return {
    /**
     * Delivers what a subscriber has not got yet. Gives the milliseconds until it is to be tried again, undefined
     * where nothing is left or `isOver` says to stop. Throws when the database is away.
     */
    async deliver(
      tenantId: number,
      subscriber: Subscriber,
      progress: Progress,
      batches: Batches,
      isOver: () => boolean,
    ): Promise<number | undefined> {
      if (progress.waitsFor) return progress.waitsFor
      while (!isOver()) {
        const after = progress.position
        const events = (await batches.after(after)).filter((event) => positionOf(event) > after)
        if (events.length === 0) return undefined
        const outcome = await deliverBatch(tenantId, subscriber, progress, events)
        if (outcome === 'lost') return undefined
        if (outcome !== 'next') return outcome
      }
      return undefined
    },
  }
}
