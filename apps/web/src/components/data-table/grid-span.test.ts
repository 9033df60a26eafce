import { describe, expect, it } from 'vitest'
import { columnSpan, drawnColumns, drawnRows, inTurn, isLeap, rowSpan } from './grid-span.ts'

describe('the rows to draw', () => {
  it('are as many wherever the grid stands', () => {
    const spans = [0, 36, 1000, 35_000, 36_000].map((top) => rowSpan(top, 700, 36, 1000))
    expect(new Set(spans.map(({ first, last }) => last - first + 1))).toEqual(new Set([drawnRows(700, 36)]))
    expect(spans[0]?.first).toBe(0)
    expect(spans.at(-1)?.last).toBe(999)
  })

  it('cover what is in view with some around', () => {
    expect(rowSpan(3600, 720, 36, 1000)).toEqual({ first: 98, last: 123 })
    expect(rowSpan(3610, 720, 36, 1000)).toEqual({ first: 98, last: 123 })
  })

  it('are all where there are few, and none without a height or rows', () => {
    expect(rowSpan(0, 700, 36, 3)).toEqual({ first: 0, last: 2 })
    expect(rowSpan(0, 700, 36, 0)).toEqual({ first: 0, last: -1 })
    expect(rowSpan(0, 0, 36, 10)).toEqual({ first: 0, last: -1 })
  })
})

describe('the columns to draw', () => {
  const widths = [100, 200, 100, 300, 100]
  it.each([
    [0, 250, { first: 0, last: 2 }],
    [100, 200, { first: 0, last: 2 }],
    [310, 80, { first: 1, last: 3 }],
    [700, 100, { first: 3, last: 4 }],
    [0, 0, { first: 0, last: -1 }],
    [0, -40, { first: 0, last: -1 }],
  ])('from %i over %i pixels', (left, width, span) => {
    expect(columnSpan(left, width, widths)).toEqual(span)
  })
})

describe('elements in turn', () => {
  it('stand in the order of their rows where nothing moved since', () => {
    expect(inTurn({ first: 7, last: 10 }, 4, 7)).toEqual([7, 8, 9, 10])
  })

  it('keep their places while rows move, forth and back', () => {
    expect(inTurn({ first: 8, last: 11 }, 4, 7)).toEqual([11, 8, 9, 10])
    expect(inTurn({ first: 5, last: 8 }, 4, 7)).toEqual([7, 8, 5, 6])
  })

  it('are as many as rows', () => {
    expect(inTurn({ first: 0, last: -1 }, 0, 0)).toEqual([])
    expect(inTurn({ first: 0, last: 1 }, 4, 3)).toEqual([0, 1])
  })
})

describe('columns', () => {
  const columns = [100, 120, 140, 160, 180].map((size) => ({ size }))
  const [first, second, third, fourth, fifth] = columns

  it.each([
    ['within the span', 2, [100, second, third]],
    ['before it', 0, [first, second, third]],
    ['after it', 4, [100, second, third, 160, fifth]],
    ['nowhere', -1, [100, second, third]],
  ])('are drawn with one that is kept %s', (_, kept, drawn) => {
    expect(drawnColumns(columns, { first: 1, last: 2 }, kept)).toEqual(drawn)
  })

  it('leave room between the kept one and the span', () => {
    expect(drawnColumns(columns, { first: 3, last: 4 }, 1)).toEqual([100, second, 140, fourth, fifth])
    expect(drawnColumns(columns, { first: 0, last: -1 }, 1)).toEqual([100, second])
  })
})

describe('a leap', () => {
  const drawn = { first: 100, last: 129 }

  it('shows less than half of what was drawn', () => {
    expect(isLeap(drawn, { first: 116, last: 145 })).toBe(true)
    expect(isLeap(drawn, { first: 84, last: 113 })).toBe(true)
    expect(isLeap(drawn, { first: 4000, last: 4029 })).toBe(true)
  })

  it('is none where half of it is there', () => {
    expect(isLeap(drawn, { first: 115, last: 144 })).toBe(false)
    expect(isLeap(drawn, drawn)).toBe(false)
  })
})
