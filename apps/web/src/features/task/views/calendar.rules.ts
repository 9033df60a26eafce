import { byTimeOfDay } from '@steward/contracts/plain/task'
import type { Task } from '@steward/contracts/task'
import { readerLocale } from '../../../ui/reader.ts'

export type CalendarSpan = 'month' | 'week'

const dayLength = 86_400_000

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayLength).toISOString().slice(0, 10)

/** The Monday of the week of a day. */
function mondayOf(day: string): string {
  const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
  return addDays(day, -weekday)
}

/** The days of a calendar around a day: whole weeks, from Monday. */
export function daysOf(span: CalendarSpan, on: string): string[] {
  if (span === 'week') return Array.from({ length: 7 }, (_, at) => addDays(mondayOf(on), at))
  const first = mondayOf(`${on.slice(0, 8)}01`)
  const days: string[] = []
  for (let day = first; days.length === 0 || day.slice(0, 7) <= on.slice(0, 7); day = addDays(day, 7)) {
    days.push(...Array.from({ length: 7 }, (_, at) => addDays(day, at)))
  }
  return days
}

/** The day that a page further, or back, is around. */
export function pageFrom(span: CalendarSpan, on: string, by: -1 | 1): string {
  if (span === 'week') return addDays(on, by * 7)
  const [year = 0, month = 1] = on.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + by, 1)).toISOString().slice(0, 10)
}

/** How far Alt with an arrow key moves a task. */
export const dayStep: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -7,
  ArrowDown: 7,
}

export function tasksByDay(tasks: readonly Task[]): Map<string, Task[]> {
  const dated = tasks.filter(({ dueDate }) => dueDate !== null).toSorted(byTimeOfDay)
  return Map.groupBy(dated, ({ dueDate }) => dueDate as string)
}

const write = (day: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(readerLocale(), { timeZone: 'UTC', ...options }).format(
    new Date(`${day}T00:00:00Z`),
  )

/** The heading of a calendar: `March 2027`, or its first and last day. */
export const spanText = (span: CalendarSpan, on: string, days: readonly string[]): string =>
  span === 'month'
    ? write(on, { month: 'long', year: 'numeric' })
    : `${write(days[0] ?? on, { month: 'short', day: 'numeric' })} – ${write(days.at(-1) ?? on, { dateStyle: 'medium' })}`

export const weekdayText = (day: string): string => write(day, { weekday: 'short' })
export const dayText = (day: string): string => write(day, { weekday: 'long', month: 'long', day: 'numeric' })
