import type { Holiday, WorkCalendar } from '@steward/contracts/work-calendar'
import type { CalendarForm } from './work-calendar.calls.ts'

export function formOf(calendar: WorkCalendar | undefined): CalendarForm {
  if (!calendar) {
    return {
      name: '',
      workingDays: [1, 2, 3, 4, 5],
      region: null,
      isDefault: false,
      holidays: [],
      userIds: [],
    }
  }
  const { calendarId: _, ...form } = calendar
  return form
}

/** Holidays with others added, by day; a day that is already there keeps its name. */
export function withHolidays(present: readonly Holiday[], added: readonly Holiday[]): Holiday[] {
  const byDay = new Map([...added, ...present].map((holiday) => [holiday.day, holiday]))
  return [...byDay.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1))
}
