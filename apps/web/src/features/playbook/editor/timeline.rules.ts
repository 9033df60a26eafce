import type { PlaybookStep } from '@steward/contracts/playbook/template'

/** A step where it lies on a line. */
export interface StepPlace {
  key: string
  /** Its place among the steps, from 1. */
  number: number
  title: string
  /** From where the line begins. Business days count as long as they are on average, weekends included. */
  days: number
  /** Whether business days are in it, so that the day is only about right. */
  isAbout: boolean
}

export interface TimelineDay {
  days: number
  isAbout: boolean
  steps: StepPlace[]
}

/** Steps that count from the same: the start, the end, or a date field, by its API name. */
export interface TimelineLine {
  from: 'start' | 'end' | { field: string }
  days: TimelineDay[]
}

const calendarPerBusinessDay = 7 / 5

interface Length {
  days: number
  isAbout: boolean
}

interface Root extends Length {
  id: string
  from: TimelineLine['from']
}

const lengthOf = ({ offset: { days, unit } }: PlaybookStep): Length =>
  unit === 'business'
    ? { days: days * calendarPerBusinessDay, isAbout: days !== 0 }
    : { days, isAbout: false }

function lineOf({ offset: { from, field } }: PlaybookStep): Pick<Root, 'id' | 'from'> {
  if (from === 'field' && field) return { id: `field ${field}`, from: { field } }
  const line = from === 'end' ? 'end' : 'start'
  return { id: line, from: line }
}

/** From what a step counts in the end, over the steps that it waits for. */
function rootOf(
  step: PlaybookStep,
  byKey: ReadonlyMap<string, PlaybookStep>,
  seen: readonly string[] = [],
): Root {
  const own = lengthOf(step)
  const { from, step: before = '' } = step.offset
  const waited = from === 'step' && !seen.includes(before) ? byKey.get(before) : undefined
  if (!waited) return { ...lineOf(step), ...own }
  const root = rootOf(waited, byKey, [...seen, step.key])
  return { ...root, days: root.days + own.days, isAbout: root.isAbout || own.isAbout }
}

/** The steps on the lines on which they lie, day by day; the line from the start comes first. */
export function timelineOf(steps: readonly PlaybookStep[]): TimelineLine[] {
  const byKey = new Map(steps.map((step) => [step.key, step]))
  const lines = new Map<string, { from: TimelineLine['from']; places: StepPlace[] }>()
  for (const [at, step] of steps.entries()) {
    const { id, from, days, isAbout } = rootOf(step, byKey)
    const line = lines.get(id) ?? { from, places: [] }
    line.places.push({ key: step.key, number: at + 1, title: step.title, days: Math.round(days), isAbout })
    lines.set(id, line)
  }
  return [...lines.entries()]
    .toSorted(([a], [b]) => Number(b === 'start') - Number(a === 'start'))
    .map(([, { from, places }]) => ({
      from,
      days: [...Map.groupBy(places, ({ days }) => days)]
        .toSorted(([a], [b]) => a - b)
        .map(([days, those]) => ({ days, isAbout: those.some(({ isAbout }) => isAbout), steps: those })),
    }))
}

/** The steps that are due before one above them, by their keys, with the number of the latest of those above. */
export function crossingSteps(steps: readonly PlaybookStep[]): Map<string, number> {
  const crossing = new Map<string, number>()
  for (const { days: line } of timelineOf(steps)) {
    const places = line.flatMap((day) => day.steps).toSorted((a, b) => a.number - b.number)
    let latest: StepPlace | undefined
    for (const place of places) {
      if (latest && place.days < latest.days) crossing.set(place.key, latest.number)
      else latest = place
    }
  }
  return crossing
}

/** How far a day is from where its line begins. */
export function dayText({ days, isAbout }: Pick<TimelineDay, 'days' | 'isAbout'>): string {
  if (days === 0) return isAbout ? 'About the same day' : 'The same day'
  const count = Math.abs(days)
  const text = `${count} ${count === 1 ? 'day' : 'days'} ${days < 0 ? 'before' : 'after'}`
  return isAbout ? `About ${text}` : text
}
