import { AsyncLocalStorage } from 'node:async_hooks'

/** The time, as business logic takes it; tests move it. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

const pretended = new AsyncLocalStorage<Date>()

/** Runs work with the clock set to another time, so that the demo can write its past. */
export function atTime<Result>(instant: Date, work: () => Promise<Result>): Promise<Result> {
  return pretended.run(instant, work)
}

/** A clock that tells work within `atTime` that time. */
export const pretendable = (clock: Clock): Clock => ({ now: () => pretended.getStore() ?? clock.now() })

/** The day of an instant in UTC, as YYYY-MM-DD. */
export function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10)
}
