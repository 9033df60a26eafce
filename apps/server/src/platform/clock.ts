import { AsyncLocalStorage } from 'node:async_hooks'

/** The time, as business logic takes it; tests move it. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

const pretended = new AsyncLocalStorage<Date>()

/** Does work as if it were another time, which is then the time of what it writes: the demo has a past. */
export function atTime<Result>(instant: Date, work: () => Promise<Result>): Promise<Result> {
  return pretended.run(instant, work)
}

/** A clock that says the time of `atTime` to the work within. */
export const pretendable = (clock: Clock): Clock => ({ now: () => pretended.getStore() ?? clock.now() })

/** The day of an instant in UTC, as YYYY-MM-DD. */
export function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10)
}
