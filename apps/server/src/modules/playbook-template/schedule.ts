import type { PlaybookStep } from '@steward/contracts/playbook/template'
import { addBusinessDays, addDays, shiftDayOff, type BusinessCalendar } from '../work-calendar/index.ts'

/** What of a step decides on when it is due. */
export type TimedStep = Pick<PlaybookStep, 'key' | 'offset' | 'dayOff'>

export interface Order<Step> {
  /** Each step after the one whose completion it waits for. */
  ordered: Step[]
  /** The keys of steps that wait for each other, in order, the first one again at the end; empty without a cycle. */
  cycle: string[]
}

const before = ({ offset }: TimedStep): string | undefined =>
  offset.from === 'step' ? offset.step : undefined

/** The cycle that following the steps from `key` leads into. */
function cycleFrom(key: string, byKey: ReadonlyMap<string, TimedStep>): string[] {
  const path: string[] = []
  for (let at: string | undefined = key; at !== undefined;) {
    if (path.includes(at)) return [...path.slice(path.indexOf(at)), at]
    path.push(at)
    const step = byKey.get(at)
    at = step && before(step)
  }
  return []
}

/** Sorts steps by what they wait for, and otherwise keeps their order. */
export function orderSteps<Step extends TimedStep>(steps: readonly Step[]): Order<Step> {
  const byKey = new Map(steps.map((step) => [step.key, step]))
  const done = new Set<string>()
  const ordered: Step[] = []
  for (let left = [...steps]; left.length > 0;) {
    const ready = left.filter((step) => {
      const key = before(step)
      return key === undefined || !byKey.has(key) || done.has(key)
    })
    const [first] = left
    if (ready.length === 0 && first) return { ordered, cycle: cycleFrom(first.key, byKey) }
    for (const step of ready) {
      done.add(step.key)
      ordered.push(step)
    }
    left = left.filter(({ key }) => !done.has(key))
  }
  return { ordered, cycle: [] }
}

export interface Dates {
  start: string
  /** null: the playbook has no end. */
  end: string | null
  /** The day in a date field of the record. */
  fieldDay(field: string): string | null
  /** The calendar that the days of a step are counted in: that of the person whose it is. */
  calendarOf(key: string): BusinessCalendar
  /** Days that are settled: on which steps were completed, or which people set. */
  settled?: ReadonlyMap<string, string>
}

function anchorDay({ offset }: TimedStep, dates: Dates, days: ReadonlyMap<string, string | null>) {
  if (offset.from === 'start') return dates.start
  if (offset.from === 'end') return dates.end
  if (offset.from === 'step') return days.get(offset.step ?? '') ?? null
  return dates.fieldDay(offset.field ?? '')
}

/** A day so far from another, moved off days off. */
export function offsetDay(
  anchor: string,
  { offset: { days, unit }, dayOff }: TimedStep,
  calendar: BusinessCalendar,
): string {
  const day = unit === 'business' ? addBusinessDays(anchor, days, calendar) : addDays(anchor, days)
  return shiftDayOff(day, dayOff, calendar)
}

/**
 * When each step is due, by its key; null where the day that it counts from is not known. `ordered` is what
 * `orderSteps` gives.
 */
export function planDays(ordered: readonly TimedStep[], dates: Dates): Map<string, string | null> {
  const days = new Map<string, string | null>()
  for (const step of ordered) {
    const settled = dates.settled?.get(step.key)
    const anchor = settled ?? anchorDay(step, dates, days)
    const day = anchor === null || settled ? anchor : offsetDay(anchor, step, dates.calendarOf(step.key))
    days.set(step.key, day)
  }
  return days
}
