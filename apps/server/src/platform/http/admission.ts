import { availableParallelism } from 'node:os'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { LoadAverage } from '../pace/load-average.ts'
import { createTenantLoad, type TenantLoad } from '../pace/tenant-load.ts'
import { createFairQueue, type FairQueue } from '../pace/fair-queue.ts'

/** Milliseconds that a call waits for a place at most. */
export const longestWait = 2000
const mostWaiting = 1000
/** Calls that read bytes at once. They wait for their callers most of the time. */
const bytePlaces = 64
/** Large bodies that are in memory at once. */
const bodyPlaces = 16
/** Calls that usually take longer are few at once while there are other tenants. Milliseconds. */
const heavyFrom = 150
/** They wait longer: anyone who asks for what takes a second expects no answer in two. Milliseconds. */
const longestHeavyWait = 10_000
/** A tenant is alone when no one else has called for so long, in milliseconds. */
const aloneAfter = 5000
/** How durations of calls are remembered: for how many kinds, and with which weight of the latest. */
const mostKinds = 10_000
const weight = 0.3
/** How often it is reported that calls are refused, in milliseconds. */
const tellEvery = 5000
/** Whose the calls are of those who have not signed in. */
export const nobody = 0

export interface Admission {
  /** Calls at work, calls that wait, and how many have been refused since the start. */
  figures(): { working: number; waiting: number; refused: number }
  readonly queues: Record<'work' | 'bytes' | 'bodies' | 'heavy', FairQueue>
  /** Whether another tenant has called recently. Notes that this one does. */
  isAlone(tenantId: number): boolean
  isHeavy(kind: string): boolean
  /** Whether a tenant keeps the machine busier than all others together. */
  isGreedy(tenantId: number): boolean
  /** How long a call of this kind took, in milliseconds. */
  noteTime(kind: string, elapsed: number): void
  noteRefused(): void
  /** Calls at work, and by tenant also those that wait. */
  readonly demand: LoadAverage
  readonly shares: TenantLoad
}

/**
 * Places for calls that take long: one tenant leaves a processor free for the others, and takes a quarter of
 * all places at most; and there is nearly always one for anyone who comes next.
 */
function heavyQueue(places: number, processors: number): FairQueue {
  const mostOfOne = Math.max(1, Math.min(processors - 1, Math.floor(places / 4)))
  return createFairQueue({
    places: mostOfOne + 2,
    mostOfOne,
    mostWaiting,
    longestWait: longestHeavyWait,
  })
}

const queue = (places: number): FairQueue => createFairQueue({ places, mostWaiting, longestWait })

/** How many calls this process works on at once, and who is next. */
export function createAdmission(
  options: { places: number; demand: LoadAverage },
  log: Pick<Logger, 'warn'>,
): Admission {
  const processors = availableParallelism()
  const queues = {
    work: queue(options.places),
    bytes: queue(bytePlaces),
    bodies: queue(bodyPlaces),
    heavy: heavyQueue(options.places, processors),
  }
  const times = new LRUCache<string, number>({ max: mostKinds })
  const shares = createTenantLoad()
  let latest = nobody
  let othersAt = -Infinity
  let latestAt = -Infinity
  let refused = 0
  let told = -Infinity

  return {
    queues,
    demand: options.demand,
    shares,
    figures() {
      const all = Object.values(queues).map((one) => one.figures().waiting)
      return {
        working: queues.work.figures().taken,
        waiting: all.reduce((sum, waiting) => sum + waiting, 0),
        refused,
      }
    },
    isAlone(tenantId) {
      const now = performance.now()
      if (tenantId !== latest) {
        othersAt = latestAt
        latest = tenantId
      }
      latestAt = now
      return now - othersAt > aloneAfter
    },
    isHeavy: (kind) => (times.get(kind) ?? 0) > heavyFrom,
    isGreedy: (tenantId) => shares.isGreedy(tenantId, processors),
    noteTime(kind, elapsed) {
      // Where many are at work at once each takes longer, and none is heavier for it.
      const milliseconds = elapsed * Math.min(1, processors / options.demand.present())
      const usual = times.get(kind)
      if (usual !== undefined) times.set(kind, usual + weight * (milliseconds - usual))
      else if (milliseconds > heavyFrom / 2) times.set(kind, milliseconds)
    },
    noteRefused() {
      refused += 1
      const now = performance.now()
      if (now - told < tellEvery) return
      told = now
      log.warn(this.figures(), 'more calls than can be served; some are refused')
    },
  }
}
