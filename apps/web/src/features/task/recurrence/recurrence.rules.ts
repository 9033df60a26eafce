import type { RecurrenceForm } from '@steward/contracts/recurrence'
import { formatDay } from '../../../ui/day-text.ts'

export const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const
export type Weekday = (typeof weekdays)[number]

export const weekdayNames: Readonly<Record<Weekday, string>> = {
  MO: 'Monday',
  TU: 'Tuesday',
  WE: 'Wednesday',
  TH: 'Thursday',
  FR: 'Friday',
  SA: 'Saturday',
  SU: 'Sunday',
}

export const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const
export type Frequency = (typeof frequencies)[number]

/** A rule as the editor shows it. */
export interface EditedRule {
  frequency: Frequency
  interval: number
  /** Only of weekly rules. */
  days: readonly Weekday[]
  /** Parts that choose days within a month or year, as the rule has them. */
  within: string
  count: number | null
  /** YYYY-MM-DD */
  until: string | null
}

const dayOf = (text: string): string => `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6, 8)}`

/** A stored rule, taken apart. */
export function readRule(rule: string): EditedRule {
  const parts = new Map(rule.split(';').map((part) => part.split('=') as [string, string]))
  const frequency = (parts.get('FREQ') ?? 'DAILY') as Frequency
  const byDay = parts.get('BYDAY')
  const days = frequency === 'WEEKLY' && byDay ? (byDay.split(',') as Weekday[]) : []
  const until = parts.get('UNTIL')
  const shown = new Set(['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', ...(frequency === 'WEEKLY' ? ['BYDAY'] : [])])
  return {
    frequency,
    interval: Number(parts.get('INTERVAL') ?? 1),
    days,
    within: [...parts]
      .filter(([name]) => !shown.has(name))
      .map((part) => part.join('='))
      .join(';'),
    count: parts.has('COUNT') ? Number(parts.get('COUNT')) : null,
    until: until === undefined ? null : dayOf(until),
  }
}

/** The rule of what was edited. */
export function ruleOf({ frequency, interval, days, within, count, until }: EditedRule): string {
  const ordered = weekdays.filter((day) => days.includes(day))
  return [
    `FREQ=${frequency}`,
    interval > 1 && `INTERVAL=${interval}`,
    frequency === 'WEEKLY' && ordered.length > 0 && `BYDAY=${ordered.join(',')}`,
    within,
    count !== null && `COUNT=${count}`,
    until !== null && `UNTIL=${until.replaceAll('-', '')}`,
  ]
    .filter(Boolean)
    .join(';')
}

const ordinals = ['first', 'second', 'third', 'fourth', 'last'] as const
const months = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' })
const endings = new Intl.PluralRules('en-US', { type: 'ordinal' })
const suffixes: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }

/** Where a day lies. */
function placeOf(day: string) {
  const date = new Date(`${day}T00:00:00Z`)
  const [dayOfMonth, month] = [date.getUTCDate(), date.getUTCMonth() + 1]
  const length = new Date(Date.UTC(date.getUTCFullYear(), month, 0)).getUTCDate()
  const weekday = weekdays[(date.getUTCDay() + 6) % 7] as Weekday
  const nth = Math.ceil(dayOfMonth / 7)
  // What is the fifth in one month has no place in others, so it is the last.
  return { date, dayOfMonth, month, weekday, nth: nth === 5 ? -1 : nth, isLast: dayOfMonth === length }
}

/** The parts that choose a day of a month; in a shorter month the last. */
function monthDayParts(dayOfMonth: number): string {
  if (dayOfMonth <= 28) return `BYMONTHDAY=${dayOfMonth}`
  const days = Array.from({ length: dayOfMonth - 27 }, (_, at) => 28 + at)
  return `BYMONTHDAY=${days.join(',')};BYSETPOS=-1`
}

const ordinal = (n: number): string => `${n}${suffixes[endings.select(n)] ?? 'th'}`

/** Parts that the offered ways don't have, in words where they are simple. */
export function withinText(within: string): string {
  if (within === '') return 'on the day of the due date'
  const days = /^BYMONTHDAY=(?:28,(?:29,|30,)*)?(\d+)(?:;BYSETPOS=-1)?$/.exec(within)
  return days ? `on the ${ordinal(Number(days[1]))}` : within
}

/** The ways to choose a day of each month, from the day it begins with. */
export function monthlyWays(day: string): { value: string; label: string }[] {
  const { dayOfMonth, weekday, nth, isLast } = placeOf(day)
  const named = `${ordinals.at(nth === -1 ? -1 : nth - 1)} ${weekdayNames[weekday]}`
  return [
    { value: monthDayParts(dayOfMonth), label: `on the ${ordinal(dayOfMonth)}` },
    { value: `BYDAY=${nth}${weekday}`, label: `on the ${named}` },
    ...(isLast ? [{ value: 'BYMONTHDAY=-1', label: 'on the last day' }] : []),
    { value: 'BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', label: 'on the last weekday' },
  ]
}

/** The parts that choose a day of each year. */
export function yearDayParts(day: string): string {
  const { month, dayOfMonth } = placeOf(day)
  // Only 29 February is missing from some years.
  const isLeap = month === 2 && dayOfMonth === 29
  return `BYMONTH=${month};${isLeap ? monthDayParts(29) : `BYMONTHDAY=${dayOfMonth}`}`
}

/** The day in the year, such as `March 3`. */
export const yearDayText = (day: string): string => {
  const { date, dayOfMonth } = placeOf(day)
  return `${months.format(date)} ${dayOfMonth}`
}

export interface RecurrencePreset {
  key: string
  label: string
  form: RecurrenceForm
}

const preset = (
  label: string,
  rule: string,
  dayOff: RecurrenceForm['dayOff'] = 'keep',
): RecurrencePreset => ({ key: `${rule} ${dayOff}`, label, form: { rule, mode: 'calendar', dayOff } })

/** What people mostly want, from the day a task is due. */
export function presetsOf(day: string): RecurrencePreset[] {
  const { weekday } = placeOf(day)
  const name = weekdayNames[weekday]
  return [
    preset('Every day', 'FREQ=DAILY'),
    preset('Every business day', 'FREQ=DAILY', 'after'),
    preset(`Every week on ${name}`, `FREQ=WEEKLY;BYDAY=${weekday}`),
    preset(`Every 2 weeks on ${name}`, `FREQ=WEEKLY;INTERVAL=2;BYDAY=${weekday}`),
    ...monthlyWays(day)
      .slice(0, 2)
      .map(({ value, label }) => preset(`Every month ${label}`, `FREQ=MONTHLY;${value}`)),
    preset(
      `Every 3 months ${monthlyWays(day)[0]?.label}`,
      `FREQ=MONTHLY;INTERVAL=3;${monthlyWays(day)[0]?.value}`,
    ),
    preset(`Every year on ${yearDayText(day)}`, `FREQ=YEARLY;${yearDayParts(day)}`),
  ]
}

/** The key of the preset that a recurrence is; undefined for one of its own. */
export function presetKeyOf(form: RecurrenceForm, presets: readonly RecurrencePreset[]): string | undefined {
  if (form.mode !== 'calendar') return undefined
  return presets.find(({ key }) => key === `${form.rule} ${form.dayOff}`)?.key
}

/** The days that follow, in a row. */
export const daysText = (days: readonly string[]): string => days.map((day) => formatDay(day)).join(' · ')
