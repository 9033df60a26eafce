import type { Demand } from './demand.ts'
import type { JobLane } from './lane.ts'

/** From how many calls at work on average jobs let them go first: one person who looks around stays below. */
const busyFrom = 0.4
/** The same of statements of other processes: a call spends part of its time only in the database. */
const busyElsewhereFrom = 0.15
/** Less work than this, in milliseconds, needs no rest. */
const leastWork = 20
/** Milliseconds of one rest at most: a job goes on however many calls there are. */
const longestRest = 1000
/** How often other processes are asked what their calls do, in milliseconds, and what the latest answer counts. */
const askEvery = 250
const weight = 0.1

/** How many times as long as it worked a job rests. */
const restsPerWork = 3

/** Makes jobs rest while calls want the machine: together they work a quarter of the time then. */
export interface Rests {
  /** A lane for one job, until it has ended. */
  begin(signal: AbortSignal): { lane: JobLane; end(): void }
}

/** Less when the process is asked to stop. */
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

/** `countBusy` answers how many statements of calls the database works on, whichever process sent them. */
export function createRests(demand: Demand, countBusy: () => Promise<number>): Rests {
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
    begin(signal) {
      running += 1
      let since = performance.now()
      const lane: JobLane = {
        kind: 'job',
        isBeset: false,
        async breathe() {
          const worked = performance.now() - since
          if (worked < leastWork) return
          lane.isBeset = await isBusy()
          if (!signal.aborted && lane.isBeset) {
            const rest = Math.min(longestRest, worked * ((1 + restsPerWork) * running - 1))
            await wait(rest, signal)
          }
          since = performance.now()
        },
      }
      return { lane, end: () => void (running -= 1) }
    },
  }
}
