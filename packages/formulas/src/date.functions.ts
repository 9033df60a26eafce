import { isDay } from '@steward/conditions'
import {
  addDays,
  addMonths,
  dayFrom,
  daysBetween,
  endOfMonth,
  monthsBetween,
  partsOf,
  quarterOf,
  startOfMonth,
  startOfQuarter,
  weekdayOf,
} from './calendar.ts'
import { strict, type FormulaFunction, type PartType } from './function.ts'
import type { ValueType } from './value.ts'

export const outOfCalendar = 'The date is outside the years 1 to 9999.'

interface Told {
  name: string
  says: string
  example: string
}

function oneDay(told: Told, result: ValueType, compute: (day: string) => string | number): FormulaFunction {
  return {
    ...told,
    group: 'date',
    parts: [['date', 'date']],
    result,
    run: strict(([day]: [string]) => compute(day)),
  }
}

function between(told: Told, compute: (first: string, second: string) => number): FormulaFunction {
  return {
    ...told,
    group: 'date',
    parts: [
      ['from', 'date'],
      ['to', 'date'],
    ],
    result: 'number',
    run: strict(([first, second]: [string, string]) => compute(first, second)),
  }
}

function moved(told: Told, part: string, move: (day: string, by: number) => string | null): FormulaFunction {
  return {
    ...told,
    group: 'date',
    parts: [
      ['date', 'date'],
      [part, 'number'],
    ],
    result: 'date',
    run: strict(([day, by]: [string, number], { fail }) => move(day, by) ?? fail(outOfCalendar)),
  }
}

const number: PartType = 'number'

export const dateFunctions: readonly FormulaFunction[] = [
  {
    name: 'today',
    group: 'date',
    parts: [],
    result: 'date',
    asksToday: true,
    says: "Today's date, in UTC. Values that depend on it are recalculated every night.",
    example: 'daysBetween(today(), {renewal})',
    run: (_parts, { today }) => today,
  },
  {
    name: 'date',
    group: 'date',
    parts: [
      ['year', number],
      ['month', number],
      ['day', number],
    ],
    result: 'date',
    says: 'The day with this year, month and day.',
    example: 'date(2026, 12, 31)',
    run: strict(
      ([year, month, day]: [number, number, number], { fail }) =>
        dayFrom({ year, month, day }) ?? fail('This date does not exist.'),
    ),
  },
  {
    name: 'dateValue',
    group: 'date',
    parts: [['text', 'text']],
    result: 'date',
    says: 'The date in a text like "2026-12-31".',
    example: 'dateValue({signed_text})',
    run: strict(([text]: [string], { fail }) => {
      const plain = text.trim()
      if (plain === '') return null
      return isDay(plain) ? plain : fail('The text is not a date like 2026-12-31.')
    }),
  },
  oneDay(
    { name: 'year', says: 'The year of the day.', example: 'year({signed})' },
    'number',
    (day) => partsOf(day).year,
  ),
  oneDay(
    { name: 'quarter', says: 'The quarter of the day, 1 to 4.', example: 'quarter({renewal})' },
    'number',
    quarterOf,
  ),
  oneDay(
    { name: 'month', says: 'The month of the day, 1 to 12.', example: 'month({renewal})' },
    'number',
    (day) => partsOf(day).month,
  ),
  oneDay(
    { name: 'day', says: 'The day of the month, 1 to 31.', example: 'day({renewal})' },
    'number',
    (day) => partsOf(day).day,
  ),
  oneDay(
    { name: 'weekday', says: 'The day of the week: 1 is Monday, 7 Sunday.', example: 'weekday({signed})' },
    'number',
    weekdayOf,
  ),
  between(
    {
      name: 'daysBetween',
      says: 'Days from the first to the second date; negative if the second is earlier.',
      example: 'daysBetween(today(), {renewal})',
    },
    daysBetween,
  ),
  between(
    {
      name: 'monthsBetween',
      says: 'Whole months from the first to the second date.',
      example: 'monthsBetween({signed}, today())',
    },
    monthsBetween,
  ),
  moved(
    { name: 'addDays', says: 'The date that many days later.', example: 'addDays({signed}, 30)' },
    'days',
    addDays,
  ),
  moved(
    {
      name: 'addMonths',
      says: 'The same day that many months later, or the last day of a shorter month.',
      example: 'addMonths({signed}, 12)',
    },
    'months',
    addMonths,
  ),
  moved(
    { name: 'addYears', says: 'The same day that many years later.', example: 'addYears({signed}, 1)' },
    'years',
    (day, years) => addMonths(day, Math.trunc(years) * 12),
  ),
  oneDay(
    { name: 'startOfMonth', says: 'The first day of the month.', example: 'startOfMonth({renewal})' },
    'date',
    startOfMonth,
  ),
  oneDay(
    { name: 'endOfMonth', says: 'The last day of the month.', example: 'endOfMonth({renewal})' },
    'date',
    endOfMonth,
  ),
  oneDay(
    { name: 'startOfQuarter', says: 'The first day of the quarter.', example: 'startOfQuarter({renewal})' },
    'date',
    startOfQuarter,
  ),
  oneDay(
    { name: 'startOfYear', says: 'The first day of the year.', example: 'startOfYear({renewal})' },
    'date',
    (day) => `${day.slice(0, 4)}-01-01`,
  ),
]
