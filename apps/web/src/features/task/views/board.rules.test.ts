import { expect, it } from 'vitest'
import { columnBeside, columnsOf, placeAfter } from './board.rules.ts'
import { daysOf, pageFrom } from './calendar.rules.ts'

it('has the column of archived tasks only where they are shown', () => {
  expect(columnsOf(false)).not.toContain('ARCHIVED')
  expect(columnBeside(columnsOf(false), 'COMPLETED', 1)).toBeUndefined()
  expect(columnBeside(columnsOf(true), 'COMPLETED', 1)).toBe('ARCHIVED')
})

it('leads across empty columns, and stays at the edges', () => {
  const counts = [2, 0, 1]
  expect(placeAfter(counts, { column: 0, row: 1 }, 'ArrowRight')).toEqual({ column: 2, row: 0 })
  expect(placeAfter(counts, { column: 2, row: 0 }, 'ArrowRight')).toBeUndefined()
  expect(placeAfter(counts, { column: 0, row: 1 }, 'ArrowDown')).toBeUndefined()
  expect(placeAfter(counts, { column: 0, row: 1 }, 'ArrowUp')).toEqual({ column: 0, row: 0 })
  expect(placeAfter(counts, { column: 0, row: 1 }, 'x')).toBeUndefined()
})

it('shows whole weeks from Monday', () => {
  const month = daysOf('month', '2027-02-10')
  expect([month[0], month.at(-1), month.length]).toEqual(['2027-02-01', '2027-02-28', 28])
  const other = daysOf('month', '2026-12-31')
  expect([other[0], other.at(-1), other.length]).toEqual(['2026-11-30', '2027-01-03', 35])
  expect(daysOf('week', '2027-03-03')).toEqual(
    ['01', '02', '03', '04', '05', '06', '07'].map((day) => `2027-03-${day}`),
  )
})

it('pages by weeks and months', () => {
  expect(pageFrom('month', '2027-01-31', 1)).toBe('2027-02-01')
  expect(pageFrom('month', '2027-01-31', -1)).toBe('2026-12-01')
  expect(pageFrom('week', '2027-01-01', -1)).toBe('2026-12-25')
})
