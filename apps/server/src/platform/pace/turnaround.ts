/** The number of served waiters before an estimate is possible. */
const leastServed = 20
/** The weight of the latest interval in the average. */
const weight = 0.1
/** The estimate expires after this time without new data, in milliseconds. */
const memory = 5000

/** Estimates how soon slots become free while there are waiters. All times are in milliseconds. */
export interface Turnaround {
  /** A waiter got a slot. */
  note(now: number): void
  /** The queue is empty: the time until the next waiter is not an interval. */
  rest(): void
  /** The expected time until this many waiters are served; 0 without an estimate. */
  timeFor(count: number, now: number): number
}

export function createTurnaround(): Turnaround {
  let last = -Infinity
  let isInterval = false
  let usual = 0
  let served = 0
  return {
    note(now) {
      if (now - last > memory) served = 0
      else if (isInterval) {
        const interval = now - last
        usual = served === 0 ? interval : usual + weight * (interval - usual)
        served += 1
      }
      last = now
      isInterval = true
    },
    rest() {
      isInterval = false
    },
    timeFor: (count, now) => (served < leastServed || now - last > memory ? 0 : count * usual),
  }
}
