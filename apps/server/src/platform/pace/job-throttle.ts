import type { LoadAverage } from './load-average.ts'
import type { JobLane } from './lane.ts'

/** The average number of calls in progress above which jobs pause: one person browsing stays below it. */
const busyFrom = 0.4
/** The same for statements of other processes: a call spends only part of its time in the database. */
const busyElsewhereFrom = 0.15
/** Work shorter than this, in milliseconds, needs no pause. */
const leastWork = 20
/** The longest pause in milliseconds: a job makes progress under any load. */
const longestPause = 1000
/** How often the load of other processes is queried, in milliseconds, and the weight of the latest answer. */
const askEvery = 250
const weight = 0.1

/** The ratio of pause to work. */
const pausePerWork = 3

/** Throttles jobs while calls are busy: all jobs together then work a quarter of the time. */
export interface JobThrottle {
  /**
   * Returns the lane of one job; `end` releases it. What is brief as a rule, such as the handling of an event, counts
   * as a job once it first pauses: other jobs would pause longer for the sake of work that is over at once.
   */
  begin(signal: AbortSignal, isBrief?: boolean): { lane: JobLane; end(): void }
}

/** Ends early when the process is asked to stop. */
function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    signal.addEventListener('abort', end)
  })
}

/** `countBusy` returns the number of statements of calls that the database is running, for all processes. */
export function createJobThrottle(demand: LoadAverage, countBusy: () => Promise<number>): JobThrottle {
  let running = 0
  let elsewhere = 0
  let askedAt = -Infinity

  async function isBusy(): Promise<boolean> {
    if (demand.present() >= busyFrom) return true
    if (performance.now() - askedAt >= askEvery) {
      askedAt = performance.now()
      elsewhere += weight * ((await countBusy()) - elsewhere)
    }
    return elsewhere >= busyElsewhereFrom
  }

  return {
    begin(signal, isBrief = false) {
      let counted = isBrief ? 0 : 1
      running += counted
      let since = performance.now()
      const lane: JobLane = {
        kind: 'job',
        isThrottled: false,
        async yieldToCalls() {
          const worked = performance.now() - since
          if (worked < leastWork) return
          lane.isThrottled = await isBusy()
          if (!signal.aborted && lane.isThrottled) {
            running += 1 - counted
            counted = 1
            const pause = Math.min(longestPause, worked * ((1 + pausePerWork) * running - 1))
            await wait(pause, signal)
          }
          since = performance.now()
        },
      }
      return { lane, end: () => void (running -= counted) }
    },
  }
}
