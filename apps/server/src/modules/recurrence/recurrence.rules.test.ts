import { describe, expect, it } from 'vitest'
import { businessCalendar, shiftDayOff } from '../work-calendar/index.ts'
import { recurrenceText } from './recurrence-text.rules.ts'
import {
  afterCompletion,
  catchUp,
  daysAfter,
  nextOf,
  readRule,
  upcoming,
  type Recurrence,
  type ShiftDay,
} from './recurrence.rules.ts'

const calendar = businessCalendar([1, 2, 3, 4, 5], ['2026-12-25', '2027-01-01'])
const shift: ShiftDay = (day, rule) => shiftDayOff(day, rule, calendar)

const recurrence = (rule: string, day: string, change: Partial<Recurrence> = {}): Recurrence => ({
  rule,
  mode: 'calendar',
  dayOff: 'keep',
  day,
  nth: 1,
  missed: 0,
  ...change,
})

const dueDays = (of: Recurrence, count = 4): string[] =>
  upcoming(of, count, shift).map(({ dueDate }) => dueDate)

/** The examples of RFC 5545, section 3.8.5.3, that repeat by days; the first day is DTSTART. */
const examples: readonly (readonly [rule: string, first: string, following: string])[] = [
  ['FREQ=DAILY;COUNT=10', '1997-09-02', '09-03 09-04 09-05 09-06 09-07 09-08 09-09 09-10 09-11 |'],
  ['FREQ=DAILY;UNTIL=19970906', '1997-09-02', '09-03 09-04 09-05 09-06 |'],
  ['FREQ=DAILY;INTERVAL=2', '1997-09-02', '09-04 09-06 09-08'],
  ['FREQ=DAILY;INTERVAL=10;COUNT=5', '1997-09-02', '09-12 09-22 10-02 10-12 |'],
  ['FREQ=YEARLY;UNTIL=20000131;BYMONTH=1;BYDAY=SU,MO,TU,WE,TH,FR,SA', '1998-01-01', '01-02 01-03 01-04'],
  ['FREQ=DAILY;UNTIL=20000131;BYMONTH=1', '1998-01-31', '1999-01-01 1999-01-02'],
  ['FREQ=WEEKLY;COUNT=10', '1997-09-02', '09-09 09-16 09-23 09-30 10-07 10-14 10-21 10-28 11-04 |'],
  ['FREQ=WEEKLY;UNTIL=19971224', '1997-12-02', '12-09 12-16 12-23 |'],
  ['FREQ=WEEKLY;INTERVAL=2;WKST=SU', '1997-09-02', '09-16 09-30 10-14 10-28'],
  ['FREQ=WEEKLY;UNTIL=19971007;WKST=SU;BYDAY=TU,TH', '1997-09-02', '09-04 09-09 09-11 09-16'],
  ['FREQ=WEEKLY;COUNT=10;WKST=SU;BYDAY=TU,TH', '1997-09-02', '09-04 09-09 09-11 09-16 09-18 09-23 09-25'],
  ['FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=MO,WE,FR', '1997-09-01', '09-03 09-05 09-15 09-17 09-19 09-29'],
  ['FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH', '1997-09-02', '09-04 09-16 09-18 09-30 10-02'],
  ['FREQ=MONTHLY;COUNT=10;BYDAY=1FR', '1997-09-05', '10-03 11-07 12-05 1998-01-02 1998-02-06'],
  ['FREQ=MONTHLY;UNTIL=19971224;BYDAY=1FR', '1997-09-05', '10-03 11-07 12-05 |'],
  [
    'FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU',
    '1997-09-07',
    '09-28 11-02 11-30 1998-01-04 1998-01-25',
  ],
  ['FREQ=MONTHLY;COUNT=6;BYDAY=-2MO', '1997-09-22', '10-20 11-17 12-22 1998-01-19 1998-02-16 |'],
  ['FREQ=MONTHLY;BYMONTHDAY=-3', '1997-09-28', '10-29 11-28 12-29 1998-01-29 1998-02-26'],
  ['FREQ=MONTHLY;COUNT=10;BYMONTHDAY=2,15', '1997-09-02', '09-15 10-02 10-15 11-02 11-15'],
  ['FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1', '1997-09-30', '10-01 10-31 11-01 11-30 12-01'],
  [
    'FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15',
    '1997-09-10',
    '09-11 09-12 09-13 09-14 09-15 1999-03-10',
  ],
  ['FREQ=MONTHLY;INTERVAL=2;BYDAY=TU', '1997-09-02', '09-09 09-16 09-23 09-30 11-04 11-11'],
  ['FREQ=YEARLY;COUNT=10;BYMONTH=6,7', '1997-06-10', '07-10 1998-06-10 1998-07-10 1999-06-10'],
  ['FREQ=YEARLY;INTERVAL=2;COUNT=10;BYMONTH=1,2,3', '1997-03-10', '1999-01-10 1999-02-10 1999-03-10'],
  ['FREQ=YEARLY;INTERVAL=3;COUNT=10;BYYEARDAY=1,100,200', '1997-01-01', '04-10 07-19 2000-01-01 2000-04-09'],
  ['FREQ=YEARLY;BYDAY=20MO', '1997-05-19', '1998-05-18 1999-05-17'],
  ['FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO', '1997-05-12', '1998-05-11 1999-05-17'],
  ['FREQ=YEARLY;BYMONTH=3;BYDAY=TH', '1997-03-13', '03-20 03-27 1998-03-05'],
  ['FREQ=YEARLY;BYDAY=TH;BYMONTH=6,7,8', '1997-06-05', '06-12 06-19 06-26 07-03'],
  ['FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13', '1998-02-13', '03-13 11-13 1999-08-13 2000-10-13'],
  ['FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13', '1997-09-13', '10-11 11-08 12-13 1998-01-10'],
  [
    'FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8',
    '1996-11-05',
    '2000-11-07 2004-11-02',
  ],
  ['FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3', '1997-09-04', '10-07 11-06 |'],
  ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2', '1997-09-29', '10-30 11-27 12-30 1998-01-29'],
  ['FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5', '2007-01-15', '01-30 02-15 03-15 03-30 |'],
  ['FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO', '1997-08-05', '08-10 08-19 08-24 |'],
  ['FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU', '1997-08-05', '08-17 08-19 08-31 |'],
]

it.each(examples)('RFC 5545: %s from %s', (rule, first, text) => {
  const isAll = text.endsWith('|')
  const expected = text
    .replace(' |', '')
    .split(' ')
    .map((day) => (day.length === 5 ? `${first.slice(0, 4)}-${day}` : day))
  // Each day is found from the one before it, as the tasks of a series are.
  expect(dueDays(recurrence(rule, first), expected.length + (isAll ? 1 : 0))).toEqual(expected)
  let at = recurrence(rule, first)
  for (const day of expected) {
    const next = nextOf(at, shift)
    expect(next?.dueDate).toBe(day)
    if (next) at = next.recurrence
  }
  expect(nextOf(at, shift) === undefined).toBe(isAll)
})

describe('days of the calendar', () => {
  const cases: readonly (readonly [what: string, of: Recurrence, days: string])[] = [
    ['29 February, in leap years', recurrence('FREQ=YEARLY', '2024-02-29'), '2028-02-29 2032-02-29'],
    [
      '29 February or 28',
      recurrence('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=28,29;BYSETPOS=-1', '2024-02-29'),
      '2025-02-28 2026-02-28 2027-02-28 2028-02-29',
    ],
    ['the 31st, in long months', recurrence('FREQ=MONTHLY', '2026-01-31'), '2026-03-31 2026-05-31'],
    [
      'the 31st or the last day',
      recurrence('FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1', '2026-01-31'),
      '2026-02-28 2026-03-31 2026-04-30',
    ],
    ['clocks go forward', recurrence('FREQ=DAILY', '2026-03-28'), '2026-03-29 2026-03-30'],
    ['clocks go back', recurrence('FREQ=DAILY', '2026-10-24'), '2026-10-25 2026-10-26'],
    [
      'business days over Christmas',
      recurrence('FREQ=DAILY', '2026-12-23', { dayOff: 'after' }),
      '2026-12-24 2026-12-28 2026-12-29',
    ],
    [
      'the business day before the 1st',
      recurrence('FREQ=MONTHLY;BYMONTHDAY=1', '2026-12-01', { dayOff: 'before' }),
      '2026-12-31 2027-02-01 2027-03-01',
    ],
    [
      'tasks of a count, not days off',
      recurrence('FREQ=DAILY;COUNT=3', '2026-12-24', { dayOff: 'after' }),
      '2026-12-28 2026-12-29',
    ],
  ]
  it.each(cases)('%s', (_what, of, days) => {
    const expected = days.split(' ')
    expect(dueDays(of, expected.length)).toEqual(expected)
  })

  it('reads a rule without an end as far as it is asked', () => {
    expect(dueDays(recurrence('FREQ=DAILY', '2026-01-01'), 2000).at(-1)).toBe('2031-06-24')
  })
})

describe('completion and missed days', () => {
  const weekly = recurrence('FREQ=WEEKLY;BYDAY=MO', '2026-03-02')

  it('by the calendar, the next that is not over follows', () => {
    expect(afterCompletion(weekly, '2026-02-27', shift)?.dueDate).toBe('2026-03-09')
    expect(afterCompletion(weekly, '2026-03-20', shift)?.dueDate).toBe('2026-03-23')
    expect(afterCompletion(weekly, '2026-03-23', shift)?.dueDate).toBe('2026-03-23')
  })

  it('after completion, the day of it counts', () => {
    const every3 = recurrence('FREQ=DAILY;INTERVAL=3', '2026-03-02', { mode: 'completion' })
    expect(afterCompletion(every3, '2026-03-20', shift)?.dueDate).toBe('2026-03-23')
    const counted = recurrence('FREQ=DAILY;COUNT=2', '2026-03-02', { mode: 'completion', nth: 2 })
    expect(afterCompletion(counted, '2026-03-20', shift)).toBeUndefined()
  })

  it('days that pass are missed', () => {
    expect(catchUp(weekly, '2026-03-08', shift)).toBeUndefined()
    const later = catchUp(weekly, '2026-03-24', shift)
    expect(later).toMatchObject({ dueDate: '2026-03-23', recurrence: { missed: 3, nth: 4 } })
  })
})

describe('reading rules', () => {
  it.each([
    ['rrule:freq=weekly;byday=mo', 'FREQ=WEEKLY;BYDAY=MO'],
    ['FREQ=DAILY;UNTIL=20260301T120000Z;INTERVAL=1', 'FREQ=DAILY;UNTIL=20260301'],
    ['BYDAY=MO;WKST=SU;INTERVAL=2;FREQ=WEEKLY', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;WKST=SU'],
  ])('%s', (text, rule) => expect(readRule(text)).toEqual({ rule }))

  it.each([
    ['every Monday', /no part of a recurrence rule/],
    ['BYDAY=MO', /needs FREQ/],
    ['FREQ=HOURLY', /by days/],
    ['FREQ=DAILY;BYHOUR=9', /leave out BYHOUR/],
    ['FREQ=DAILY;INTERVAL=0', /INTERVAL=0 is not valid/],
    ['FREQ=DAILY;INTERVAL=1001', /INTERVAL=1001 is not valid/],
    ['FREQ=MONTHLY;BYMONTHDAY=50', /BYMONTHDAY=50 is not valid/],
    ['FREQ=DAILY;UNTIL=20260231', /UNTIL=20260231 is not valid/],
    ['FREQ=DAILY;FREQ=WEEKLY', /twice/],
    ['FREQ=DAILY;COUNT=3;UNTIL=20300101', /not valid/],
    ['FREQ=WEEKLY;BYMONTHDAY=3', /not valid/],
  ])('%s is refused', (text, fault) => {
    expect(readRule(text)).toEqual({ fault: expect.stringMatching(fault) })
  })

  it('a rule that never falls on a day has no days', () => {
    expect([...daysAfter('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', '2026-01-01')]).toEqual([])
  })
})

describe('words', () => {
  it.each([
    ['FREQ=WEEKLY;BYDAY=MO', {}, 'every week on Monday'],
    [
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH;UNTIL=20260301',
      {},
      'every 2 weeks on Monday and Thursday until March 1, 2026',
    ],
    ['FREQ=WEEKLY', {}, 'every week on Thursday'],
    ['FREQ=WEEKLY', { mode: 'completion' }, 'every week, counted from its completion'],
    ['FREQ=DAILY;COUNT=3', {}, 'every day, 3 times'],
    ['FREQ=DAILY;INTERVAL=3', { mode: 'completion' }, 'every 3 days, counted from its completion'],
    [
      'FREQ=MONTHLY;BYMONTHDAY=-1',
      { dayOff: 'before' },
      'every month on the last day, or on the business day before a day off',
    ],
    [
      'FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1',
      {},
      'every month on the 31st, or the last day of a shorter month',
    ],
    ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', {}, 'every month on the last weekday'],
    [
      'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=28,29;BYSETPOS=-1',
      {},
      'every year in February on the 29th, or the last day of a shorter month',
    ],
  ] as const)('%s', (rule, change, text) => {
    expect(recurrenceText(recurrence(rule, '2026-01-01', change))).toBe(text)
  })
})
