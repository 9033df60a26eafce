import { describe, expect, it } from 'vitest'
import { planPaste, repeated } from './paste-plan.ts'

const table = { rows: 100, columns: 8 }
const at = (top: number, left: number, rows = 1, columns = 1) => ({
  top,
  bottom: top + rows - 1,
  left,
  right: left + columns - 1,
})

describe('a paste', () => {
  it.each([
    ['goes on from one cell', { rows: 3, columns: 2 }, at(5, 1), at(5, 1, 3, 2), { rows: 0, columns: 0 }],
    [
      'fills a range with one value',
      { rows: 1, columns: 1 },
      at(5, 1, 4, 3),
      at(5, 1, 4, 3),
      { rows: 0, columns: 0 },
    ],
    [
      'is repeated where it fits exactly',
      { rows: 2, columns: 1 },
      at(0, 0, 6, 3),
      at(0, 0, 6, 3),
      { rows: 0, columns: 0 },
    ],
    [
      'is not repeated in part',
      { rows: 2, columns: 2 },
      at(0, 0, 5, 3),
      at(0, 0, 2, 2),
      { rows: 0, columns: 0 },
    ],
    [
      'is longer than the table',
      { rows: 10, columns: 1 },
      at(95, 0),
      at(95, 0, 5, 1),
      { rows: 5, columns: 0 },
    ],
    ['is wider than the table', { rows: 1, columns: 5 }, at(0, 6), at(0, 6, 1, 2), { rows: 0, columns: 3 }],
  ])('%s', (_, size, range, target, left) => {
    expect(planPaste(size, range, table)).toEqual({ target, left })
  })

  it('repeats its cells, also upwards', () => {
    const cell = repeated([
      ['a', 'b'],
      ['c', 'd'],
    ])
    expect([cell(0, 0), cell(3, 1), cell(-1, -1), cell(-2, 0)]).toEqual(['a', 'd', 'd', 'a'])
  })
})
