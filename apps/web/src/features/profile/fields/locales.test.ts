import { afterEach, expect, test } from 'vitest'
import { formatDay, parseDay } from '../../../ui/day-text.ts'
import { setReader } from '../../../ui/reader.ts'
import { localeOptions } from './locales.ts'

afterEach(() => setReader({ locale: undefined, timeZone: undefined }))

const days = Array.from({ length: 12 }, (_, month) => `2026-${String(month + 1).padStart(2, '0')}-05`)

test.each(localeOptions('').map(({ value }) => value))('a day that is shown in %s is read back', (locale) => {
  setReader({ locale, timeZone: 'UTC' })
  for (const day of days) expect([formatDay(day), parseDay(formatDay(day))]).toEqual([formatDay(day), day])
})

test('the years are those of the calendar that days are kept by', () => {
  setReader({ locale: 'th-TH', timeZone: 'Asia/Bangkok' })
  expect(formatDay('2026-01-05')).toContain('2026')
  expect(parseDay('5/1/2026')).toBe('2026-01-05')
})
