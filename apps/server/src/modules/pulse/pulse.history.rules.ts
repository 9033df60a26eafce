import type { PulseHistory } from '@steward/contracts/pulse'

export interface LoggedPulse {
  at: Date
  pulse: number
  itemId: number
}

export interface FieldChange {
  at: Date
  before: number | null
  after: number | null
  /** Whether it follows from an entry, which tells it better. */
  logged: boolean
}

interface Point {
  at: number
  pulse: number | null
  itemId: number | null
}

/** What the record began with, from its first change, or from what it is where there was none. */
function beginningOf(
  changes: readonly FieldChange[],
  record: { createdAt: Date; pulse: number | null },
): Point[] {
  const [first] = changes
  const pulse = first ? first.before : record.pulse
  return pulse === null ? [] : [{ at: record.createdAt.getTime(), pulse, itemId: null }]
}

/**
 * How a pulse went, oldest first: what was logged, and where the field was changed without an entry. A
 * change to what was there already is no point.
 */
export function pointsOf(
  entries: readonly LoggedPulse[],
  changes: readonly FieldChange[],
  record: { createdAt: Date; pulse: number | null },
): PulseHistory {
  const points: Point[] = [
    ...beginningOf(changes, record),
    ...changes
      .filter(({ logged }) => !logged)
      .map(({ at, after }) => ({ at: at.getTime(), pulse: after, itemId: null })),
    ...entries.map(({ at, ...entry }) => ({ ...entry, at: at.getTime() })),
  ].toSorted((a, b) => a.at - b.at || (a.itemId ?? 0) - (b.itemId ?? 0))
  return points
    .filter(({ pulse, itemId }, nth) => itemId !== null || pulse !== (points[nth - 1]?.pulse ?? null))
    .map(({ at, ...point }) => ({ at: new Date(at).toISOString(), ...point }))
}
