/** Bounds of calendars and of what is counted in them. */
export const workCalendarLimits = {
  calendars: 100,
  holidays: 2000,
  users: 10_000,
  /** Business days that a date may be moved by, in either direction. */
  offset: 4000,
  /** Years before and after today for which holidays can be looked up. */
  years: 20,
  /** Bytes of a file of holidays. */
  file: 2_000_000,
} as const

/** Days of the week by their ISO numbers. */
export const weekdays = [
  { id: 1, name: 'Monday' },
  { id: 2, name: 'Tuesday' },
  { id: 3, name: 'Wednesday' },
  { id: 4, name: 'Thursday' },
  { id: 5, name: 'Friday' },
  { id: 6, name: 'Saturday' },
  { id: 7, name: 'Sunday' },
] as const
