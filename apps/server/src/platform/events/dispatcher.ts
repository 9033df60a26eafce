import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { createFairQueue } from '../pace/fair-queue.ts'
import type { Platform } from '../platform.ts'
import { eventChannel, type Announcer } from './announcer.ts'
import { listTenantsToServe } from './log.store.ts'
import { defaultPacing, type Pacing } from './pacing.ts'
import { lockTenant, openSession, unlockTenant, type Session } from './session.ts'
import type { Subscriber } from './subscriber.ts'
import { deliverTenant, type TenantDelivery } from './tenant-delivery.ts'

/** Tenants that a process works on at a time, and handlers that run at a time. */
const mostTenants = 32
const mostHandlers = 8
/** Milliseconds before connecting again when the connection was lost. */
const reconnectAfter = 500

const announcedSchema = z.array(z.int())

/** Delivers events to subscribers. */
export interface Dispatcher {
  /** Says that events of a tenant were published by this process. */
  wake(tenantId: number): void
  /** Resolves when the handlers at work have returned and their positions are written. */
  stop(): Promise<void>
}

/** A connection, and what ends the work that depends on it. */
interface Life {
  session: Session
  ending: AbortController
}

/** Delivers the events of all tenants, with other processes that do the same, until stopped. */
export function startDispatcher(
  { database, notices, clock, log }: Pick<Platform, 'database' | 'notices' | 'clock' | 'log'>,
  subscribers: readonly Subscriber[],
  { announcer, pacing = defaultPacing }: { announcer: Announcer; pacing?: Pacing },
): Dispatcher {
  const outside = AsyncLocalStorage.snapshot()
  const places = createFairQueue({ places: mostHandlers, mostWaiting: Infinity, longestWait: Infinity })
  const stopping = Promise.withResolvers<void>()
  /** Tenants in line, and those that are being served: undefined until their lock is taken. */
  const line = new Set<number>()
  const serving = new Map<number, TenantDelivery | undefined>()
  const atWork = new Set<Promise<void>>()
  /** Tenants whose events this process published: if another process serves them, it has to be told. */
  const ownTenants = new Set<number>()
  let life: Life | undefined
  let isStopped = false
  let isFailing = false

  function noteFault(error: unknown): void {
    if (!isFailing && !isStopped) log.error({ err: error }, 'events could not be delivered; they wait')
    isFailing = true
  }

  /** Delivers what a tenant has; true when there may be more. */
  async function serve(tenantId: number, { session, ending }: Life): Promise<boolean> {
    if (!(await lockTenant(session, tenantId))) {
      if (ownTenants.delete(tenantId)) announcer.add(tenantId)
      return false
    }
    ownTenants.delete(tenantId)
    const around = { session, clock, log, pacing, places, signal: ending.signal }
    const delivery = deliverTenant(tenantId, subscribers, around)
    serving.set(tenantId, delivery)
    try {
      await delivery.done
    } finally {
      await unlockTenant(session, tenantId)
    }
    if (isFailing) log.info('events are delivered again')
    isFailing = false
    return delivery.mayHaveMore()
  }

  async function serveInTurn(tenantId: number, current: Life): Promise<void> {
    const mayHaveMore = await serve(tenantId, current).catch((error: unknown) => void noteFault(error))
    serving.delete(tenantId)
    if (mayHaveMore) line.add(tenantId)
    serveNext()
  }

  function serveNext(): void {
    for (const tenantId of line) {
      if (!life || life.ending.signal.aborted || serving.size >= mostTenants) return
      if (serving.has(tenantId)) continue
      line.delete(tenantId)
      serving.set(tenantId, undefined)
      const work = serveInTurn(tenantId, life)
      atWork.add(work)
      void work.then(() => atWork.delete(work))
    }
  }

  function enqueue(tenantIds: readonly number[]): void {
    for (const tenantId of tenantIds) {
      const delivery = serving.get(tenantId)
      if (delivery) delivery.wake()
      else if (!serving.has(tenantId)) line.add(tenantId)
    }
    // Not as part of the call that published, whose connections and fate it would share.
    outside(serveNext)
  }

  async function sweep({ session }: Life): Promise<void> {
    try {
      enqueue(await listTenantsToServe(session, clock.now()))
    } catch (error) {
      noteFault(error)
    }
  }

  notices.hear(eventChannel, {
    heard: (text) => enqueue(announcedSchema.parse(JSON.parse(text))),
    missed: () => void (life && sweep(life)),
  })

  async function liveOnce(): Promise<void> {
    const current = { session: await openSession(database.url), ending: new AbortController() }
    life = current
    const timer = setInterval(() => void sweep(current), pacing.sweepEvery)
    try {
      await sweep(current)
      await Promise.race([current.session.lost, stopping.promise])
    } finally {
      life = undefined
      clearInterval(timer)
      current.ending.abort()
      await Promise.all(atWork)
      await current.session.close()
    }
  }

  async function live(): Promise<void> {
    while (!isStopped) {
      await liveOnce().catch(noteFault)
      if (!isStopped) await Promise.race([wait(reconnectAfter), stopping.promise])
    }
  }

  const ended = live()
  return {
    wake(tenantId) {
      ownTenants.add(tenantId)
      enqueue([tenantId])
    },
    async stop() {
      isStopped = true
      stopping.resolve()
      await ended
    },
  }
}
