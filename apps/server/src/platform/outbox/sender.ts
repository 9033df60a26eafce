import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import { isDatabaseAway } from '../errors.ts'
import { failureText } from '../failure-text.ts'
import type { Notices } from '../notices/notices.ts'
import { inLane, unthrottledLane } from '../pace/lane.ts'
import { splitCause } from '../telemetry/cause.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { inTrace } from '../telemetry/tracing.ts'
import { outboxChannel, type AttemptResult, type LaneState, type Transport } from './outbox.ts'
import {
  claimItems,
  recordAttempt,
  renewLeases,
  type Channels,
  type ClaimedItem,
  type Ending,
} from './outbox.store.ts'

/** Attempts that one process has under way at most. */
const capacity = 32
/** Milliseconds between two looks for what no notice announced: retries that are due, and what a lost process left. */
const sweepEvery = 1000
/**
 * Seconds for which an attempt is leased, and milliseconds between two renewals. What a lost process had is retried then at
 * the latest, and before, as soon as others find that it is dead.
 */
const lease = 20
const renewEvery = 5000
/** Milliseconds between two attempts to record an end while the database is away. */
const recordAgainAfter = 500
/** Chance by which pauses differ, so that what failed together is not retried together. */
const jitter = 0.2

/** Transports by channel. */
export type Transports = Readonly<Record<string, Transport>>

export interface SenderParts {
  owner: pg.Pool
  notices: Pick<Notices, 'hear'>
  clock: Clock
  log: Logger
  metrics: Pick<Metrics, 'noteSending'>
  transports: Transports
  /** The number of this process among the workers: what it sends is free again once others find it dead. */
  holder?: () => number
  /** Between 0 and 1; `Math.random` when absent. */
  random?: () => number
}

function channelsOf(transports: Transports): Channels {
  const all = Object.entries(transports)
  return {
    names: all.map(([name]) => name),
    leases: all.map(() => lease),
    mostAtOnce: all.map(([, { mostAtOnce }]) => mostAtOnce),
  }
}

/**
 * Sends what waits in the outbox until stopped: at least once, each destination by itself, with as many processes as
 * there are.
 */
export function startSender(parts: SenderParts) {
  const { owner, notices, clock, log, metrics, transports, holder, random = Math.random } = parts
  const channels = channelsOf(transports)
  const running = new Map<ClaimedItem, Promise<void>>()
  const stopping = new AbortController()
  let pumping: Promise<void> | undefined
  let isWoken = false
  let isAway = false

  function nextAttemptAt(
    transport: Transport,
    item: ClaimedItem,
    result: AttemptResult,
    at: Date,
  ): Date | null {
    if (result.outcome === 'delivered' || result.isFinal) return null
    const pause = transport.pauseAfter(item.attempt)
    if (pause === undefined) return null
    const varied = pause * (1 + jitter * (2 * random() - 1))
    return new Date(at.getTime() + Math.max(varied, result.retryAfter ?? 0))
  }

  async function send(transport: Transport, item: ClaimedItem): Promise<AttemptResult> {
    const signal = AbortSignal.timeout(transport.deadline * 1000)
    const { payload, cause } = splitCause(item.payload)
    const attributes = { 'steward.channel': item.channel, 'steward.tenant_id': item.tenantId }
    return inTrace(`outbox ${item.channel}`, { attributes, causes: cause ? [cause] : [] }, () =>
      transport.send({ ...item, payload }, { signal, log }),
    )
  }

  async function attempt(transport: Transport, item: ClaimedItem): Promise<AttemptResult> {
    const began = performance.now()
    try {
      const result = await send(transport, item)
      metrics.noteSending(item.channel, result.outcome, (performance.now() - began) / 1000)
      return result
    } catch (error) {
      metrics.noteSending(item.channel, 'failed', (performance.now() - began) / 1000)
      if (isDatabaseAway(error)) throw error
      log.warn({ err: error, tenantId: item.tenantId, lane: item.lane }, 'an entry of the outbox failed')
      return { outcome: 'failed', failure: failureText(error) }
    }
  }

  /** Records an end; while the database is away, again and again, because what was sent must not be sent twice. */
  async function record(
    transport: Transport,
    item: ClaimedItem,
    ending: Ending,
  ): Promise<LaneState | undefined> {
    for (;;) {
      try {
        return await recordAttempt(owner, item, ending, transport.mostAtOnce)
      } catch (error) {
        if (!isDatabaseAway(error) || stopping.signal.aborted) throw error
        await wait(recordAgainAfter)
      }
    }
  }

  async function renew(): Promise<void> {
    if (running.size > 0)
      await renewLeases(owner, clock.now(), lease, [...running.keys()]).catch(() => undefined)
  }

  async function deliver(item: ClaimedItem): Promise<void> {
    const transport = transports[item.channel] as Transport
    try {
      const result = await attempt(transport, item)
      const at = clock.now()
      const nextAt = nextAttemptAt(transport, item, result, at)
      const lane = await record(transport, item, { at, result, nextAt })
      if (lane) await transport.recorded?.(item, result, lane)
    } catch (error) {
      // Its lease runs out; the attempt is then recorded as unknown, and repeated.
      log.error({ err: error, tenantId: item.tenantId, lane: item.lane }, 'an attempt could not be recorded')
    }
  }

  async function claim(): Promise<void> {
    while (!stopping.signal.aborted && running.size < capacity) {
      isWoken = false
      const items = await claimItems(owner, clock.now(), channels, {
        most: capacity - running.size,
        holder: holder?.() ?? null,
      })
      for (const item of items) {
        // A notice arrives in no lane, where statements count as those of calls, for which jobs pause.
        const work = inLane(unthrottledLane, () => deliver(item)).finally(() => {
          running.delete(item)
          wake()
        })
        running.set(item, work)
      }
      if (items.length === 0 && !isWoken) return
    }
  }

  function wake(): void {
    isWoken = true
    if (stopping.signal.aborted || pumping) return
    pumping = claim()
      .then(() => void (isAway = false))
      .catch((error: unknown) => {
        if (!isAway) log.error({ err: error }, 'the outbox could not be read; its entries wait')
        isAway = true
      })
      .finally(() => {
        pumping = undefined
        if (isWoken && !isAway && running.size < capacity) wake()
      })
  }

  if (channels.names.length > 0) notices.hear(outboxChannel, { heard: wake, missed: wake })
  const sweeper = channels.names.length > 0 ? setInterval(wake, sweepEvery) : undefined
  const renewer = setInterval(() => void renew(), renewEvery)
  wake()
  return {
    wake,
    /** Resolves when nothing is under way any more; what waits is left to other processes, or the next start. */
    async stop() {
      stopping.abort()
      clearInterval(sweeper)
      await pumping
      await Promise.all(running.values())
      clearInterval(renewer)
    },
  }
}
