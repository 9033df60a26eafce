import { expect, it } from 'vitest'
import {
  monthlyWays,
  presetKeyOf,
  presetsOf,
  readRule,
  ruleOf,
  withinText,
  yearDayParts,
} from './recurrence.rules.ts'

const labelsOf = (day: string) => presetsOf(day).map(({ label }) => label)

it('offers what follows from the day', () => {
  expect(labelsOf('2027-03-01')).toEqual([
    'Every day',
    'Every business day',
    'Every week on Monday',
    'Every 2 weeks on Monday',
    'Every month on the 1st',
    'Every month on the first Monday',
    'Every 3 months on the 1st',
    'Every year on March 1',
  ])
})

it('finds a day for short months and other years', () => {
  expect(monthlyWays('2027-01-31').map(({ value }) => value)).toEqual([
    'BYMONTHDAY=28,29,30,31;BYSETPOS=-1',
    'BYDAY=-1SU',
    'BYMONTHDAY=-1',
    'BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
  ])
  expect(yearDayParts('2028-02-29')).toBe('BYMONTH=2;BYMONTHDAY=28,29;BYSETPOS=-1')
})

it.each([
  'FREQ=DAILY;INTERVAL=3;COUNT=5',
  'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH;UNTIL=20280301',
  'FREQ=MONTHLY;BYDAY=-1FR',
  'FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO',
])('takes %s apart and puts it together', (rule) => {
  expect(ruleOf(readRule(rule))).toBe(rule)
})

it('recognizes a preset by all that it says', () => {
  const presets = presetsOf('2027-03-01')
  for (const { key, form } of presets) expect(presetKeyOf(form, presets)).toBe(key)
  expect(presetKeyOf({ rule: 'FREQ=DAILY', mode: 'completion', dayOff: 'keep' }, presets)).toBeUndefined()
  expect(presetKeyOf({ rule: 'FREQ=DAILY', mode: 'calendar', dayOff: 'before' }, presets)).toBeUndefined()
})

it.each([
  ['', 'on the day of the due date'],
  ['BYMONTHDAY=3', 'on the 3rd'],
  ['BYMONTHDAY=28,29,30,31;BYSETPOS=-1', 'on the 31st'],
  ['BYWEEKNO=20', 'BYWEEKNO=20'],
])('names the parts %s', (within, text) => {
  expect(withinText(within)).toBe(text)
})
