const day = 86_400_000

/** Scores are kept by the days of UTC, as YYYY-MM-DD. */
export function utcToday(now = Date.now()): string {
  return new Date(now).toISOString().slice(0, 10)
}

export function daysBefore(from: string, count: number): string {
  return utcToday(startOfDay(from) - count * day)
}

/** Its first instant in ms. */
export function startOfDay(text: string): number {
  return Date.parse(`${text}T00:00:00Z`)
}
