import { expect, test } from 'vitest'
import { addDays, dayOf, isDay } from '../src/index.ts'

test.each([
  ['2026-11-21', 0, '2026-11-21'],
  ['2026-12-31', 1, '2027-01-01'],
  ['2024-03-01', -1, '2024-02-29'],
  ['0099-12-31', 1, '0100-01-01'],
  ['9999-12-30', 5, '9999-12-31'],
  ['0001-01-03', -5, '0001-01-01'],
])('%s and %i days is %s', (day, days, moved) => {
  expect(addDays(day, days)).toBe(moved)
})

test.each(['2026-02-29', '2026-13-01', '0000-12-31', '2026-1-1', '2026-01-01T00:00:00Z', 20260101, null])(
  '%s is not a day',
  (value) => {
    expect(isDay(value)).toBe(false)
  },
)

test.each([
  ['2024-02-29', '2024-02-29'],
  ['2026-11-21T23:30:00-02:00', '2026-11-22'],
  [new Date('2026-11-21T23:59:59.999Z'), '2026-11-21'],
  [new Date(Number.NaN), undefined],
  ['+010000-01-01T00:00:00Z', undefined],
  ['soon', undefined],
  ['', undefined],
  [1_700_000_000_000, undefined],
])('the day of %s is %s', (value, day) => {
  expect(dayOf(value)).toBe(day)
})
