const dayLength = 86_400_000

/** The Monday of the week of a day. */
export function mondayOf(day: string): string {
  const at = new Date(`${day}T00:00:00Z`)
  const sinceMonday = (at.getUTCDay() + 6) % 7
  return new Date(at.getTime() - sinceMonday * dayLength).toISOString().slice(0, 10)
}
