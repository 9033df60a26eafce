import { expect, it } from 'vitest'
import { findRow, holdCell, type GridRows } from './grid-follow.ts'

const rowsOf = (ids: readonly (number | undefined)[], viewKey = 'all'): GridRows<number> => ({
  count: ids.length,
  rowAt: (index) => ids[index],
  idOf: (id) => id,
  viewKey,
})

const cell = { row: 1, column: 3 }

it('stays with its row when rows come or go above it', () => {
  const held = holdCell(cell, rowsOf([7, 8, 9]))
  expect(findRow(held, rowsOf([5, 6, 7, 8, 9]))).toBe(3)
  expect(findRow(held, rowsOf([8, 9]))).toBe(0)
  expect(findRow(held, rowsOf([7, 8, 9]))).toBe(1)
})

it('has no place when its row is gone', () => {
  expect(findRow(holdCell(cell, rowsOf([7, 8, 9])), rowsOf([7, 9]))).toBeUndefined()
})

it('stays at its place where no row was loaded, in the header and in another view', () => {
  expect(findRow(holdCell(cell, rowsOf([7, undefined])), rowsOf([5, 7, 8]))).toBe(1)
  expect(findRow(holdCell({ row: -1, column: 0 }, rowsOf([7])), rowsOf([5, 7]))).toBe(-1)
  expect(findRow(holdCell(cell, rowsOf([7, 8])), rowsOf([8, 7], 'archived'))).toBe(1)
})
