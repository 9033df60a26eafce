import { describe, expect, it } from 'vitest'
import { laterDay, monthsBehind, morningAfter } from './demo.calendar.ts'

describe('the days of the files', () => {
  it.each([
    ['2018-01-01', 0],
    ['2018-03-31', 0],
    ['2018-04-01', 3],
    ['2026-11-26', 105],
    ['2027-01-01', 108],
  ])('are moved so that their last quarter is the last one before %s', (anchor, months) => {
    expect(monthsBehind(new Date(`${anchor}T00:00:00Z`))).toBe(months)
    expect(laterDay('2017-12-31', months) < anchor).toBe(true)
  })

  it('are over on the morning after the quarter', () => {
    expect(morningAfter(new Date('2026-11-26T12:00:00Z'))).toEqual(new Date('2026-10-01T08:00:00Z'))
    expect(morningAfter(new Date('2026-10-01T07:00:00Z'))).toEqual(new Date('2026-10-01T07:00:00Z'))
  })

  it('keep to months that are shorter', () => {
    expect(laterDay('2017-03-31', 3)).toBe('2017-06-30')
    expect(laterDay('2016-10-25', 105)).toBe('2025-07-25')
    expect(laterDay('2017-08-31', 6)).toBe('2018-02-28')
  })
})
