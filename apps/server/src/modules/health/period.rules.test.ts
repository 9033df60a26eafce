import { expect, test } from 'vitest'
import { endOfDay, startOfPeriod } from './period.rules.ts'

const day = (text: string) => new Date(text).toISOString().slice(0, 10)
const begins = (period: Parameters<typeof startOfPeriod>[0], now: string) =>
  day(startOfPeriod(period, new Date(now)).toISOString())

test('periods begin with a day in UTC, and hold today', () => {
  const now = '2026-03-01T23:30:00Z'
  expect(begins('last7', now)).toBe('2026-02-23')
  expect(begins('last30', now)).toBe('2026-01-31')
  expect(begins('last90', now)).toBe('2025-12-02')
  expect(begins('month', now)).toBe('2026-03-01')
  expect(begins('quarter', now)).toBe('2026-01-01')
  expect(day(endOfDay(new Date(now)).toISOString())).toBe('2026-03-02')
})

test('weeks begin on Monday', () => {
  expect(begins('week', '2026-03-01T00:00:00Z')).toBe('2026-02-23')
  expect(begins('week', '2026-03-02T00:00:00Z')).toBe('2026-03-02')
  expect(begins('week', '2026-03-08T23:59:59Z')).toBe('2026-03-02')
})
