/** Before as many were served, no one knows how long it takes. */
const leastServed = 20
/** How much the latest interval says about the usual one. */
const weight = 0.1
/** What was learnt is forgotten when nothing was learnt for so long, in milliseconds. */
const memory = 5000

/** Learns how soon places become free while someone waits for one. Moments and answers are in milliseconds. */
export interface Turnaround {
  /** A place was given to someone who waited. */
  note(now: number): void
  /** No one waits any more: the time until someone does says nothing. */
  rest(): void
  /** How long it takes until as many are served; 0 while that is not known. */
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
