import type { HealthMeasure } from '@steward/contracts/health'

type Period = NonNullable<HealthMeasure['period']>

const dayLength = 86_400_000

/** The beginning of the day in UTC. */
export function startOfDay(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()))
}

const lastDays = (days: number) => (today: Date) => new Date(today.getTime() - (days - 1) * dayLength)

const starts: Readonly<Record<Period, (today: Date) => Date>> = {
  last7: lastDays(7),
  last30: lastDays(30),
  last90: lastDays(90),
  week: (today) => new Date(today.getTime() - ((today.getUTCDay() + 6) % 7) * dayLength),
  month: (today) => new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), 1)),
  quarter: (today) => new Date(Date.UTC(today.getUTCFullYear(), Math.floor(today.getUTCMonth() / 3) * 3, 1)),
}

/** Where a period begins that today, in UTC, is the last day of, or lies in. Weeks begin on Monday. */
export function startOfPeriod(period: Period, now: Date): Date {
  return starts[period](startOfDay(now))
}

/** Where the day ends: what is dated later has not happened. */
export function endOfDay(now: Date): Date {
  return new Date(startOfDay(now).getTime() + dayLength)
}

/** Scores are compared with those of so many days before: with the end of that day. */
const trendDays = 30

/** From when on a score has moved since that day. */
export function startOfTrend(now: Date): Date {
  return new Date(startOfDay(now).getTime() - (trendDays - 1) * dayLength)
}
