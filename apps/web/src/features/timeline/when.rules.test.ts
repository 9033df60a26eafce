import { describe, expect, it } from 'vitest'
import { dayAfter, instantOfWall, monthText, wallTimeOf } from './when.rules.ts'

describe('the time of an entry', () => {
  it('is read and written by the clock of a zone', () => {
    expect(wallTimeOf('2026-11-21T23:30:00Z', 'Europe/Berlin')).toEqual({ day: '2026-11-22', time: '00:30' })
    expect(instantOfWall({ day: '2026-11-22', time: '00:30' }, 'Europe/Berlin')).toBe(
      '2026-11-21T23:30:00.000Z',
    )
    expect(instantOfWall({ day: '2026-07-01', time: '09:00' }, 'America/New_York')).toBe(
      '2026-07-01T13:00:00.000Z',
    )
    expect(instantOfWall({ day: '2026-07-01', time: '09:00' }, 'Asia/Kathmandu')).toBe(
      '2026-07-01T03:15:00.000Z',
    )
  })

  it('stands on the days when clocks change', () => {
    for (const time of ['00:30', '01:59', '03:00', '12:00', '23:59']) {
      for (const day of ['2026-03-29', '2026-10-25']) {
        const wall = { day, time }
        expect(wallTimeOf(instantOfWall(wall, 'Europe/Berlin'), 'Europe/Berlin')).toEqual(wall)
      }
    }
    // There is no half past two in that night.
    const skipped = instantOfWall({ day: '2026-03-29', time: '02:30' }, 'Europe/Berlin')
    expect(Date.parse(skipped)).toBeGreaterThan(Date.parse('2026-03-29T00:00:00Z'))
    expect(Date.parse(skipped)).toBeLessThan(Date.parse('2026-03-29T02:00:00Z'))
  })

  it.each([
    ['America/New_York', '2026-03-08', '02:30', '2026-03-08T07:30:00.000Z', '03:30'],
    ['America/Santiago', '2026-09-06', '00:00', '2026-09-06T04:00:00.000Z', '01:00'],
    ['Europe/Berlin', '2026-03-29', '02:30', '2026-03-29T01:30:00.000Z', '03:30'],
    ['Australia/Lord_Howe', '2026-10-04', '02:15', '2026-10-03T15:45:00.000Z', '02:45'],
  ])('is a skipped hour later in %s', (zone, day, time, at, shown) => {
    expect(instantOfWall({ day, time }, zone)).toBe(at)
    expect(wallTimeOf(at, zone)).toEqual({ day, time: shown })
  })

  it.each([
    ['America/New_York', '2026-11-01', '01:30', '2026-11-01T05:30:00.000Z'],
    ['Europe/Berlin', '2026-10-25', '02:30', '2026-10-25T00:30:00.000Z'],
    ['America/Havana', '2026-11-01', '00:00', '2026-11-01T04:00:00.000Z'],
  ])('is the first of two in %s', (zone, day, time, at) => {
    expect(instantOfWall({ day, time }, zone)).toBe(at)
  })

  it('belongs to a month with its year', () => {
    expect(monthText('2026-11-21T12:00:00Z')).toBe('November 2026')
    expect(dayAfter('2026-12-31')).toBe('2027-01-01')
  })
})
