import { expect, it } from 'vitest'
import { withHolidays } from './calendar-form.rules.ts'

it('adds holidays in order, and keeps the names of those that are there', () => {
  const present = [{ day: '2026-12-25', name: 'Christmas party' }]
  const added = [
    { day: '2027-01-01', name: 'New Year' },
    { day: '2026-12-25', name: 'Christmas Day' },
    { day: '2026-01-01', name: 'New Year' },
  ]
  expect(withHolidays(present, added)).toEqual([
    { day: '2026-01-01', name: 'New Year' },
    { day: '2026-12-25', name: 'Christmas party' },
    { day: '2027-01-01', name: 'New Year' },
  ])
})
