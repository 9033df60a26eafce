import type { LoadAverage } from './load-average.ts'
import type { JobLane } from './lane.ts'
import { createWorkTurns } from './work-turns.ts'

/** The average number of calls in progress above which jobs pause: one person browsing stays below it. */
const busyFrom = 0.4
/**
 * The average from which they go on to pause, and the milliseconds after which they stop. Jobs that pause make calls fast,
 * and fast calls look like few: jobs would work at full speed every other moment.
 */
const busyStill = 0.15
const staysBusy = 2000
/** As `busyFrom` for statements of other processes: a call spends only part of its time in the database. */
const busyElsewhereFrom = 0.15
/** Work shorter than this, in milliseconds, needs no pause. */
const leastWork = 20
/** How often the load of other processes is queried, in milliseconds, and the weight of the latest answer. */
const askEvery = 250
const weight = 0.1

/** Throttles jobs while calls are busy: all jobs together then work a quarter of the time, one after the other. */
export interface JobThrottle {
  /** Returns the lane of one job, or of the handling of an event; `end` releases it. */
  begin(signal: AbortSignal): { lane: JobLane; end(): void }
}

/** `countBusy` returns the number of statements of calls that the database is running, for all processes. */
export function createJobThrottle(demand: LoadAverage, countBusy: () => Promise<number>): JobThrottle {
  const turns = createWorkTurns()
  let elsewhere = 0
  let askedAt = -Infinity
  let busyUntil = -Infinity

  /** Whether calls were busy here, or when the database was last asked. */
  function wasBusy(): boolean {
    const now = performance.now()
    const least = now < busyUntil ? busyStill : busyFrom
    if (demand.present() >= least || elsewhere >= busyElsewhereFrom) busyUntil = now + staysBusy
    return now < busyUntil
  }

  async function isBusy(): Promise<boolean> {
    if (demand.present() < busyFrom && performance.now() - askedAt >= askEvery) {
      askedAt = performance.now()
      elsewhere += weight * ((await countBusy()) - elsewhere)
    }
    return wasBusy()
  }

  return {
    begin(signal) {
      let since = performance.now()
      const lane: JobLane = {
        kind: 'job',
        isThrottled: wasBusy(),
        async yieldToCalls() {
          const worked = performance.now() - since
          if (worked < leastWork) return
          lane.isThrottled = await isBusy()
          if (lane.isThrottled && !signal.aborted) await turns.next(lane, worked, signal)
          else turns.leave(lane)
          since = performance.now()
        },
      }
      return { lane, end: () => turns.leave(lane) }
    },
  }
}
