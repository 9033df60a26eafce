import { setTimeout as wait } from 'node:timers/promises'
import { isSubscribed } from './attempt.ts'
import { batchSize, moveToLog, readLog, trimLog } from './log.store.ts'
import { deliverAll, deliverRetries, type Delivery } from './subscriber-delivery.ts'
import type { StoredEvent, Subscriber } from './subscriber.ts'
import { advance, loadProgress, type Progress } from './subscription.store.ts'
import type { Surroundings } from './surroundings.ts'

/** Milliseconds after which another tenant gets its turn. */
const longestTurn = 10_000

/** Delivers the events of one tenant, by the process that holds its lock. */
export interface TenantDelivery {
  /** Says that there may be more. */
  wake(): void
  /** Resolves when nothing is left to deliver now, or the turn of the tenant is over. */
  done: Promise<void>
  /** Once it is done: whether there may be more. */
  mayHaveMore(): boolean
}

/** Batches of the log that are kept for subscribers who come to them soon. */
const keptBatches = 5

/** Reads the log once for all subscribers at the same position. */
function createReader(tenantId: number, { session }: Surroundings) {
  const known = new Map<number, Promise<StoredEvent[]>>()
  return {
    /** Events were added; `moved` are all behind the position before the first of them. */
    add(moved: StoredEvent[]): void {
      known.clear()
      const [first] = moved
      if (first) known.set(first.position - 1, Promise.resolve(moved))
    },
    read(position: number): Promise<StoredEvent[]> {
      const found = known.get(position) ?? readLog(session, tenantId, position)
      if (known.size >= keptBatches) known.clear()
      known.set(position, found)
      return found
    },
  }
}

/** A subscriber of the tenant. */
interface Line {
  delivery: Delivery
  /** What delivers to it just now; never rejects. */
  running: Promise<void> | undefined
  /** Events were added while it ran, perhaps after its last look. */
  again: boolean
}

/** Moves subscribers past new events that none of them handles, in one statement. */
async function skipUnhandled(
  tenantId: number,
  lines: readonly Line[],
  moved: readonly StoredEvent[],
  { session }: Surroundings,
): Promise<void> {
  const from = (moved[0]?.position ?? 0) - 1
  const to = moved.at(-1)?.position
  if (to === undefined) return
  const skipping = lines.filter(
    ({ delivery: { progress, subscriber }, running }) =>
      !running && progress.position === from && !moved.some(({ type }) => isSubscribed(subscriber, type)),
  )
  const all = skipping.map(({ delivery }) => delivery.progress)
  if (all.length > 0) await advance(session, tenantId, all, from, to)
}

async function openLines(
  tenantId: number,
  subscribers: readonly Subscriber[],
  around: Surroundings,
  read: Delivery['read'],
): Promise<Line[]> {
  const names = subscribers.map(({ name }) => name)
  const known = new Map(
    (await loadProgress(around.session, tenantId, names)).map((progress) => [progress.subscriber, progress]),
  )
  return subscribers.map((subscriber) => ({
    delivery: { tenantId, subscriber, progress: known.get(subscriber.name) as Progress, read },
    running: undefined,
    again: false,
  }))
}

/** Begins to deliver the events of a tenant. The caller holds its lock until `done`. */
export function deliverTenant(
  tenantId: number,
  subscribers: readonly Subscriber[],
  given: Surroundings,
): TenantDelivery {
  const turn = AbortSignal.timeout(longestTurn)
  const signal = AbortSignal.any([given.signal, turn])
  const around = { ...given, signal }
  const { session, pacing } = around
  const reader = createReader(tenantId, around)
  let bell = Promise.withResolvers<void>()
  let isAwake = true
  let fault: { error: unknown } | undefined
  let trimmed = 0

  function wake(): void {
    isAwake = true
    bell.resolve()
  }

  async function run(line: Line): Promise<void> {
    try {
      while (line.again && !signal.aborted) {
        line.again = false
        await deliverAll(line.delivery, around)
      }
    } catch (error) {
      fault ??= { error }
      bell.resolve()
    }
    line.running = undefined
  }

  /** Has the subscriber look for events; also where it is doing so already. */
  function start(line: Line): void {
    line.again = true
    line.running ??= run(line)
  }

  async function trim(lines: readonly Line[]): Promise<void> {
    const upTo = Math.min(...lines.map(({ delivery }) => delivery.progress.position))
    if (upTo > trimmed) await trimLog(session, tenantId, upTo)
    trimmed = upTo
  }

  /** Moves what was committed to the log, and has every subscriber look for it. */
  async function look(lines: readonly Line[]): Promise<void> {
    isAwake = false
    bell = Promise.withResolvers()
    let moved: StoredEvent[]
    do {
      moved = await moveToLog(session, tenantId)
      if (moved.length > 0) reader.add(moved)
      await skipUnhandled(tenantId, lines, moved, around)
      for (const line of lines) start(line)
    } while (moved.length === batchSize && !signal.aborted)
  }

  const busy = (lines: readonly Line[]) => lines.flatMap(({ running }) => running ?? [])

  /** Until nothing is left to do, the turn is over, or a subscriber's delivery broke off. */
  async function follow(lines: readonly Line[]): Promise<void> {
    while (!fault && !signal.aborted) {
      if (isAwake) await look(lines)
      await Promise.race([Promise.all(busy(lines)), bell.promise])
      await trim(lines)
      await wait(pacing.spacing, undefined, { signal }).catch(() => undefined)
      if (!isAwake && busy(lines).length === 0) return
    }
  }

  async function deliver(): Promise<void> {
    await deliverRetries(tenantId, subscribers, around)
    const lines = await openLines(tenantId, subscribers, around, reader.read)
    try {
      await follow(lines)
    } finally {
      await Promise.all(busy(lines))
    }
    if (fault) throw fault.error
    await trim(lines)
  }

  return { wake, done: deliver(), mayHaveMore: () => isAwake || turn.aborted }
}
