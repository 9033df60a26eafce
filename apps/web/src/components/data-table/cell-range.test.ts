import { describe, expect, it } from 'vitest'
import { cellMark, fillTo, fillWithin, isSingle, rangeOf, rowMark, union } from './cell-range.ts'

const range = { top: 2, bottom: 4, left: 1, right: 3 }

describe('a range', () => {
  it('lies between two corners, whichever came first', () => {
    expect(rangeOf({ row: 4, column: 1 }, { row: 2, column: 3 })).toEqual(range)
    expect(isSingle(rangeOf({ row: 1, column: 1 }, { row: 1, column: 1 }))).toBe(true)
    expect(isSingle(range)).toBe(false)
  })

  it('is told to each row as a text, and to each cell by its edges', () => {
    const marks = [1, 2, 3, 4, 5].map((row) => rowMark(range, row))
    expect(marks).toEqual([undefined, '1-3t', '1-3', '1-3b', undefined])
    expect([0, 1, 2, 3, 4].map((column) => cellMark(marks[1], column))).toEqual([
      undefined,
      'lt',
      't',
      'rt',
      undefined,
    ])
    expect([1, 2, 3].map((column) => cellMark(marks[3], column))).toEqual(['lb', 'b', 'rbh'])
    expect(cellMark(rowMark(rangeOf({ row: 0, column: 10 }, { row: 0, column: 10 }), 0), 10)).toBe('lrtbh')
    expect(cellMark(undefined, 0)).toBeUndefined()
  })
})

describe('filling', () => {
  it.each([
    [
      { row: 9, column: 2 },
      { ...range, top: 5, bottom: 9 },
    ],
    [
      { row: 0, column: 4 },
      { ...range, top: 0, bottom: 1 },
    ],
    [
      { row: 5, column: 8 },
      { ...range, left: 4, right: 8 },
    ],
    [
      { row: 3, column: 0 },
      { ...range, left: 0, right: 0 },
    ],
    [{ row: 3, column: 2 }, undefined],
  ])('from the handle to %j takes the longer way', (cell, target) => {
    expect(fillTo(range, cell)).toEqual(target)
  })

  it('down takes the first row, or the one above a single row', () => {
    expect(fillWithin(range, 'down')).toEqual({ from: { ...range, bottom: 2 }, to: { ...range, top: 3 } })
    const single = { ...range, bottom: 2 }
    expect(fillWithin(single, 'down')).toEqual({
      from: { ...single, top: 1, bottom: 1 },
      to: { ...single, top: 2, bottom: 2 },
    })
    expect(fillWithin({ ...single, top: 0, bottom: 0 }, 'down')).toBeUndefined()
  })

  it('right takes the first column, or the one before a single column', () => {
    expect(fillWithin(range, 'right')).toEqual({ from: { ...range, right: 1 }, to: { ...range, left: 2 } })
    expect(fillWithin({ ...range, left: 0, right: 0 }, 'right')).toBeUndefined()
  })

  it('ends with the source and what was filled selected', () => {
    expect(union(range, { ...range, top: 5, bottom: 9 })).toEqual({ ...range, bottom: 9 })
  })
})
