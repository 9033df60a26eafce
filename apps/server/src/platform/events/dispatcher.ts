import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { eventCatalogue } from '@steward/contracts/event/catalogue'
import type { EventType } from '@steward/contracts/event/event-type'
import type { Database } from '../db/database.ts'
import { eventChannel } from '../db/event.announcement.ts'
import type { Notices } from '../notices/notices.ts'
import { inLane, unthrottledLane } from '../pace/lane.ts'
import { createReadArriving } from './arriving.ts'
import { createBatches, createDelivery, type DeliveryParts } from './delivery.ts'
import { listTenantsWithEvents, readProgress, removeDone, sequenceEvents } from './event.store.ts'
import type { Subscriber } from './events.ts'
import { createTenantLeases } from './tenant-lease.ts'

/** Tenants whose events one process delivers at the same time. */
const tenantsAtOnce = 8
/** Milliseconds between two looks for events that no one announced, because a process was killed or a notice lost. */
const sweepEvery = 5000
/**
 * Milliseconds from one look for a tenant's events to the next. The first is delivered at once, and those that follow
 * soon together: each look is a dozen statements, however many events it finds.
 */
const lookEvery = 50
/** Tenants of which it is remembered when they were looked at. */
const mostLooked = 1000
/** Milliseconds until the next attempt where the database is away. */
const awayPause = 1000

export interface DispatcherParts extends Omit<DeliveryParts, 'owner'> {
  database: Database
  notices: Pick<Notices, 'hear'>
  subscribers: readonly Subscriber[]
  /** The catalogue by which stored events are read. */
  types?: readonly EventType[]
}

function refuseTwins(names: readonly string[]): void {
  const twin = names.find((name, at) => names.indexOf(name) !== at)
  if (twin !== undefined) throw new Error(`Two subscribers are named ${twin}; they would share one position.`)
}

/** A tenant that is at work: woken when more events came meanwhile. */
interface Run {
  woken: PromiseWithResolvers<void>
  isWoken: boolean
}

/**
 * Delivers events to subscribers until stopped. Each subscriber has a position of its own in the events of each tenant;
 * of all processes on the database one at a time delivers those of a tenant.
 */
export function startDispatcher(parts: DispatcherParts): { stop(): Promise<void> } {
  const { database, notices, subscribers, log, types = eventCatalogue } = parts
  const { owner } = database
  const names = subscribers.map(({ name }) => name)
  refuseTwins(names)
  const byName = new Map(subscribers.map((subscriber) => [subscriber.name, subscriber]))
  const stopping = new AbortController()
  const delivery = createDelivery({ ...parts, owner }, stopping.signal)
  const readArriving = createReadArriving(types)
  const leases = createTenantLeases(database.url)
  const queue = new Set<number>()
  const runs = new Map<number, Run>()
  const running = new Set<Promise<void>>()
  const timers = new Map<number, NodeJS.Timeout>()
  const looks = new LRUCache<number, number>({ max: mostLooked })
  let isStopped = false
  let isAway = false

  function wake(tenantId: number): void {
    const run = runs.get(tenantId)
    if (run) {
      run.isWoken = true
      run.woken.resolve()
    } else queue.add(tenantId)
    startNext()
  }

  function wakeLater(tenantId: number, milliseconds: number): void {
    clearTimeout(timers.get(tenantId))
    const timer = setTimeout(() => {
      timers.delete(tenantId)
      wake(tenantId)
    }, milliseconds)
    timers.set(tenantId, timer.unref())
  }

  /** Waits until a tenant's events may be looked for again. */
  async function pauseBetweenLooks(tenantId: number): Promise<void> {
    const next = (looks.get(tenantId) ?? -lookEvery) + lookEvery
    const now = performance.now()
    if (next > now) await sleep(next - now)
    looks.set(tenantId, performance.now())
  }

  /** Delivers until nothing is left and no one has woken it. A slow subscriber keeps none of the others waiting. */
  async function deliverAll(tenantId: number, run: Run): Promise<number | undefined> {
    const busy = new Map<string, Promise<void>>()
    const waits = new Map<string, number | undefined>()
    const faults: unknown[] = []
    let areBusy = false
    const isOver = () => isStopped || faults.length > 0 || !leases.isHeld(tenantId)
    do {
      await pauseBetweenLooks(tenantId)
      run.isWoken = false
      run.woken = Promise.withResolvers()
      await sequenceEvents(owner, tenantId)
      const batches = createBatches(owner, tenantId, readArriving)
      const all = await readProgress(owner, tenantId, names)
      // Those that are at work may have looked already, and look again when they are done.
      areBusy = busy.size > 0
      for (const progress of all.filter((one) => !busy.has(one.subscriber))) {
        const subscriber = byName.get(progress.subscriber) as Subscriber
        const work = delivery
          .deliver(tenantId, subscriber, progress, batches, isOver)
          .then((wait) => void waits.set(subscriber.name, wait))
          .catch((error: unknown) => void faults.push(error))
          .finally(() => busy.delete(subscriber.name))
        busy.set(subscriber.name, work)
      }
      await Promise.race([Promise.all(busy.values()), run.woken.promise])
    } while (!isOver() && (run.isWoken || areBusy || busy.size > 0))
    await Promise.all(busy.values())
    if (faults.length > 0) throw faults[0]
    if (leases.isHeld(tenantId)) await removeDone(owner, tenantId, names)
    const due = [...waits.values()].filter((wait) => wait !== undefined)
    return due.length > 0 ? Math.min(...due) : undefined
  }

  function noteAway(error: unknown): void {
    if (!isAway) log.error({ err: error }, 'events could not be delivered; they wait')
    isAway = true
  }

  async function deliverTenant(tenantId: number, run: Run): Promise<void> {
    try {
      if (!(await leases.take(tenantId))) return
      try {
        const wait = await deliverAll(tenantId, run)
        if (wait !== undefined) wakeLater(tenantId, wait)
      } finally {
        await leases.release(tenantId)
      }
      if (isAway) log.info('events are delivered again')
      isAway = false
    } catch (error) {
      noteAway(error)
      wakeLater(tenantId, awayPause)
    }
  }

  function startNext(): void {
    for (const tenantId of queue) {
      if (isStopped || runs.size >= tenantsAtOnce) return
      queue.delete(tenantId)
      const run: Run = { woken: Promise.withResolvers(), isWoken: false }
      runs.set(tenantId, run)
      // A notice arrives in no lane, where statements count as those of calls, for which jobs pause.
      const work = inLane(unthrottledLane, () => deliverTenant(tenantId, run)).finally(() => {
        runs.delete(tenantId)
        running.delete(work)
        if (run.isWoken) queue.add(tenantId)
        startNext()
      })
      running.add(work)
    }
  }

  async function sweep(): Promise<void> {
    try {
      for (const tenantId of await listTenantsWithEvents(owner)) wake(tenantId)
    } catch (error) {
      noteAway(error)
    }
  }

  notices.hear(eventChannel, {
    heard: (payload) => !isStopped && wake(Number(payload)),
    missed: () => void sweep(),
  })
  const sweeper = setInterval(() => void sweep(), sweepEvery)
  void sweep()
  return {
    async stop() {
      isStopped = true
      stopping.abort()
      clearInterval(sweeper)
      for (const timer of timers.values()) clearTimeout(timer)
      for (const { woken } of runs.values()) woken.resolve()
      await Promise.all(running)
      await leases.close()
    },
  }
}
