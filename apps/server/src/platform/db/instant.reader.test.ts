import pg from 'pg'
import { expect, it, vi } from 'vitest'
import { instantReader, microsOf } from './instant.reader.ts'

// The driver's own: the application replaces the one for instants with a time zone.
const readByDriver = pg.types.getTypeParser(pg.types.builtins.TIMESTAMP) as (text: string) => Date

it.each([
  '2026-11-26 07:20:00+00',
  '2026-11-26 07:20:00.1+00',
  '2026-11-26 07:20:00.12+00',
  '2026-11-26 07:20:00.1299+00',
  '1999-12-31 23:59:59.999999+00',
  '2028-02-29 00:00:00.001+00',
  '1000-01-01 00:00:00+00',
])('reads %s by itself, as the driver does', (text) => {
  const readOther = vi.fn<(text: string) => Date>()
  expect(instantReader(readOther)(text)).toEqual(readByDriver(text))
  expect(readOther).not.toHaveBeenCalled()
})

it.each([
  'infinity',
  '-infinity',
  '0001-01-01 00:00:00+00',
  '0044-03-15 00:00:00+00 BC',
  '12026-01-01 00:00:00+00',
  '2026-11-26 07:20:00+05:30',
  '2026-11-26 07:20:00-03',
])('leaves %s to the driver', (text) => {
  const other = new Date(0)
  const readOther = vi.fn<(text: string) => Date>().mockReturnValue(other)
  expect(instantReader(readOther)(text)).toBe(other)
  expect(readOther).toHaveBeenCalledWith(text)
})

it.each([
  ['1970-01-01 00:00:00+00', 0],
  ['1970-01-01 00:00:01.5+00', 1_500_000],
  ['1969-12-31 23:59:59.000001+00', -999_999],
  ['2026-11-26 07:20:00.123456+00', Date.UTC(2026, 10, 26, 7, 20) * 1000 + 123_456],
])('counts the microseconds of %s', (text, micros) => {
  expect(microsOf(text)).toBe(micros)
})
