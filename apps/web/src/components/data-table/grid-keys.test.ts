import { describe, expect, it } from 'vitest'
import { cellAfter, cellBeside, isSign, isTyped } from './grid-keys.ts'
import { moveBeside, moveBy } from './reorder.ts'
import { extendTo, noSelection, toggleRow, toggleRows } from './row-selection.ts'

const bounds = { rows: 100, columns: 5, rowsPerPage: 20 }
const press = (key: string, ctrlKey = false) => ({ key, ctrlKey, metaKey: false })

describe('moving', () => {
  it.each([
    ['ArrowDown', false, { row: 10, column: 2 }, { row: 11, column: 2 }],
    ['ArrowUp', false, { row: 0, column: 2 }, { row: -1, column: 2 }],
    ['ArrowUp', false, { row: -1, column: 2 }, { row: -1, column: 2 }],
    ['ArrowRight', false, { row: 3, column: 4 }, { row: 3, column: 4 }],
    ['ArrowDown', true, { row: 3, column: 1 }, { row: 99, column: 1 }],
    ['Home', false, { row: 3, column: 4 }, { row: 3, column: 0 }],
    ['End', true, { row: 3, column: 0 }, { row: 99, column: 4 }],
    ['PageDown', false, { row: 95, column: 0 }, { row: 99, column: 0 }],
    ['PageUp', false, { row: 5, column: 0 }, { row: 0, column: 0 }],
  ])('%s (with Ctrl: %s) from %j', (key, ctrl, from, to) => {
    expect(cellAfter(press(key, ctrl), from, bounds)).toEqual(to)
  })

  it('leaves other keys alone', () => {
    expect(cellAfter(press('a'), { row: 0, column: 0 }, bounds)).toBeUndefined()
  })

  it('goes on to the next row with Tab and stops at the ends', () => {
    expect(cellBeside({ row: 2, column: 4 }, 1, bounds)).toEqual({ row: 3, column: 0 })
    expect(cellBeside({ row: 0, column: 0 }, -1, bounds)).toEqual({ row: 0, column: 0 })
  })
})

describe('typing', () => {
  it.each([
    ['a', true],
    ['7', true],
    ['€', true],
    ['-', true],
    ['/', false],
    ['.', false],
    [' ', false],
    ['Enter', false],
  ])('%s opens the editor: %s', (key, opens) => {
    expect(isTyped({ ...press(key), altKey: false })).toBe(opens)
  })

  it('is followed by any sign', () => {
    for (const key of ['a', ' ', '.', '/', '😀']) expect(isSign({ ...press(key), altKey: false })).toBe(true)
    for (const key of ['Enter', 'Tab', 'F2']) expect(isSign({ ...press(key), altKey: false })).toBe(false)
    expect(isSign({ ...press('a', true), altKey: false })).toBe(false)
  })

  it('is not a chord', () => {
    expect(isTyped({ ...press('a', true), altKey: false })).toBe(false)
  })
})

describe('order', () => {
  const ids = ['a', 'b', 'c', 'd']
  it('moves beside another entry', () => {
    expect(moveBeside(ids, 'a', 'c', 'after')).toEqual(['b', 'c', 'a', 'd'])
    expect(moveBeside(ids, 'd', 'b', 'before')).toEqual(['a', 'd', 'b', 'c'])
    expect(moveBeside(ids, 'a', 'gone', 'before')).toBe(ids)
  })
  it('moves by one place and stays at the ends', () => {
    expect(moveBy(ids, 'b', 1)).toEqual(['a', 'c', 'b', 'd'])
    expect(moveBy(ids, 'a', -1)).toBe(ids)
  })
})

const idAt = (index: number) => (index === 3 ? undefined : index * 10)

describe('selection', () => {
  it('takes in a range from the last row on, without rows that are not loaded', () => {
    const started = toggleRow(noSelection, 5, idAt)
    expect([...extendTo(started, 2, idAt).ids].toSorted((a, b) => a - b)).toEqual([20, 40, 50])
  })
  it('takes the rows of a range in together, and out once all are in', () => {
    const some = toggleRow(noSelection, 1, idAt)
    const all = toggleRows(some, 1, 4, idAt)
    expect([...all.ids]).toEqual([10, 20, 40])
    expect(toggleRows(all, 1, 4, idAt).ids.size).toBe(0)
  })
  it('takes a row out again', () => {
    const twice = toggleRow(toggleRow(noSelection, 1, idAt), 1, idAt)
    expect(twice.ids.size).toBe(0)
  })
})
