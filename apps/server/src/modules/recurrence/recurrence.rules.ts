import type { DayOffRule, RecurrenceMode } from '@steward/contracts/plain/recurrence'
import { RRuleTemporal } from 'rrule-temporal'
import { partsOf, ruleOf } from './rule-text.rules.ts'

/** How something repeats, and where it is in its series. Days are `YYYY-MM-DD`. */
export interface Recurrence {
  /** A rule of RFC 5545, as `readRule` gives it. */
  rule: string
  mode: RecurrenceMode
  dayOff: DayOffRule
  /** The present day of the rule, before days off moved it. */
  day: string
  /** Which of the series it is, from 1. */
  nth: number
  /** Days of the rule that passed while this one was open. */
  missed: number
}

/** Moves a day off as a rule says; other days stay. */
export type ShiftDay = (day: string, rule: DayOffRule) => string

/** One of a series: the recurrence as it is then, and the day on which it is due. */
export interface Occurrence {
  recurrence: Recurrence
  dueDate: string
}

/** Days that are read at once, at first and later: most callers need one. */
const batches = { first: 4, later: 400 }

/**
 * The library numbers days from their midnight in UTC, so clock changes don't matter. Throws for rules that RFC 5545
 * does not allow.
 */
const ruleFrom = (rule: string, day: string): RRuleTemporal =>
  new RRuleTemporal({
    rruleString: `DTSTART;VALUE=DATE:${day.replaceAll('-', '')}\nRRULE:${rule}`,
    strict: true,
    cache: false,
  })

/** Some days of a rule from `day` on; none where it ends, or never falls on a day. */
function daysFrom(rule: string, day: string, count: number): string[] {
  try {
    return ruleFrom(rule, day)
      .all((_, at) => at < count)
      .map((one) => one.toString().slice(0, 10))
  } catch (error) {
    // The library stops at rules that never fall on a day, and at the end of its calendar.
    if (error instanceof Error && /iterations|evaluations|out-of-bounds/i.test(error.message)) return []
    throw error
  }
}

/**
 * The days of a rule after a day, which is the first of its intervals. COUNT is counted by the series, because its
 * days are counted again from each of them.
 */
export function* daysAfter(rule: string, day: string): Generator<string> {
  const parts = partsOf(rule)
  if ('fault' in parts) return
  const uncounted = ruleOf(parts.parts, 'COUNT')
  let size = batches.first
  for (let from = day; ;) {
    const days = daysFrom(uncounted, from, size + 1).filter((one) => one > from)
    yield* days
    const last = days.at(-1)
    if (last === undefined) return
    from = last
    size = batches.later
  }
}

/** A rule as it is stored, or what is wrong with it. */
export function readRule(text: string): { rule: string } | { fault: string } {
  const read = partsOf(text)
  if ('fault' in read) return read
  const rule = ruleOf(read.parts)
  try {
    ruleFrom(rule, '2024-01-01')
    return { rule }
  } catch (error) {
    return { fault: `This rule is not valid: ${error instanceof Error ? error.message : 'unknown fault'}.` }
  }
}

const countOf = (rule: string): number => Number(/(?:^|;)COUNT=(\d+)/.exec(rule)?.[1] ?? Infinity)

/** Whether a rule has a day after the first. */
export const isRepeating = (rule: string, first: string): boolean =>
  countOf(rule) > 1 && !daysAfter(rule, first).next().done

/** What follows in a series, in order. `from` is the day that the first is counted from. */
function* following(
  { nth, ...recurrence }: Recurrence,
  from: string,
  shift: ShiftDay,
): Generator<Occurrence> {
  const { rule, mode, dayOff } = recurrence
  const most = countOf(rule)
  let last = mode === 'calendar' ? shift(from, dayOff) : from
  let count = nth
  for (const next of daysAfter(rule, from)) {
    const dueDate = shift(next, dayOff)
    // Several days off in a row are moved to the same business day.
    if (dueDate <= last) continue
    count += 1
    if (count > most) return
    last = dueDate
    yield { recurrence: { ...recurrence, day: next, nth: count }, dueDate }
  }
}

/** The next of a series by its rule; undefined at its end. */
export const nextOf = (recurrence: Recurrence, shift: ShiftDay): Occurrence | undefined =>
  following(recurrence, recurrence.day, shift).next().value ?? undefined

/**
 * What follows a completion on a day: by the calendar the next that is not over yet, otherwise the next counted from
 * that day. Undefined at the end of the series.
 */
export function afterCompletion(
  recurrence: Recurrence,
  completedOn: string,
  shift: ShiftDay,
): Occurrence | undefined {
  const isByCalendar = recurrence.mode === 'calendar'
  const fresh = { ...recurrence, missed: 0 }
  for (const one of following(fresh, isByCalendar ? recurrence.day : completedOn, shift)) {
    if (!isByCalendar || one.dueDate >= completedOn) return one
  }
  return undefined
}

/** The last of a series up to a day, where it is a later one than the present; those between are missed. */
export function catchUp(recurrence: Recurrence, today: string, shift: ShiftDay): Occurrence | undefined {
  let latest: Occurrence | undefined
  let { missed } = recurrence
  for (const one of following(recurrence, recurrence.day, shift)) {
    if (one.dueDate > today) break
    missed += 1
    latest = { ...one, recurrence: { ...one.recurrence, missed } }
  }
  return latest
}

/** The next few of a series. */
export function upcoming(recurrence: Recurrence, count: number, shift: ShiftDay): Occurrence[] {
  const found: Occurrence[] = []
  for (const one of following(recurrence, recurrence.day, shift)) {
    if (found.push(one) >= count) break
  }
  return found
}
