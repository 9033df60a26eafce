import { describe, expect, it } from 'vitest'
import type { TimelineItem } from '@steward/contracts/timeline'
import { rowOfItem, streamRows, type StreamView } from './stream-rows.rules.ts'

const item = (itemId: number, occurredAt: string, kind: TimelineItem['kind'] = 'note', pinned = false) =>
  ({ itemId, occurredAt, kind, pinned }) as TimelineItem

const view: StreamView = { monthOf: (at) => at.slice(0, 7), open: new Set(), folds: true }
const told = (rows: ReturnType<typeof streamRows>) =>
  rows.map((row) => {
    if (row.type === 'heading') return row.heading
    return row.type === 'item' ? row.item.itemId : row.items.map(({ itemId }) => itemId)
  })

const items = [
  item(9, '2026-11-20', 'change'),
  item(8, '2026-11-19', 'change'),
  item(7, '2026-11-18', 'change'),
  item(6, '2026-11-02'),
  item(5, '2026-11-01', 'change'),
  item(4, '2026-10-30', 'change'),
  item(3, '2026-10-29'),
]

describe('the rows of a timeline', () => {
  it('stand by months; changes that follow each other are one row, within their month', () => {
    expect(told(streamRows({ first: [], items }, view))).toEqual([
      '2026-11',
      [9, 8, 7],
      6,
      5,
      '2026-10',
      4,
      3,
    ])
  })

  it('show what is folded once it was opened, and fold nothing where changes were asked for', () => {
    const opened = streamRows({ first: [], items }, { ...view, open: new Set(['changes-9']) })
    expect(told(opened)).toEqual(['2026-11', [9, 8, 7], 9, 8, 7, 6, 5, '2026-10', 4, 3])
    expect(told(streamRows({ first: [], items }, { ...view, folds: false }))).toEqual([
      '2026-11',
      9,
      8,
      7,
      6,
      5,
      '2026-10',
      4,
      3,
    ])
  })

  it('begin with what is pinned or bookmarked, which does not come again', () => {
    const pinned = item(3, '2026-10-29', 'note', true)
    const bookmarked = item(6, '2026-11-02')
    const rows = streamRows({ first: [pinned, bookmarked], items }, view)
    expect(told(rows)).toEqual(['Pinned and bookmarked', 3, 6, '2026-11', [9, 8, 7, 5], '2026-10', 4])
    expect(rowOfItem(rows, 6)).toBe(2)
    expect(rowOfItem(rows, 9)).toBe(-1)
    expect(told(streamRows({ first: [pinned], items: [] }, view))).toEqual(['Pinned', 3])
    expect(told(streamRows({ first: [bookmarked], items: [] }, view))[0]).toBe('Bookmarked')
  })

  it('have keys of their own, also for an item that stands first', () => {
    const rows = streamRows({ first: [items[3]!], items }, { ...view, open: new Set(['changes-9']) })
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
  })

  it('are made of 100,000 items in the blink of an eye', () => {
    const many = Array.from({ length: 100_000 }, (_, at) =>
      item(at, `20${10 + Math.floor(at / 10_000)}-01-01`, at % 3 === 0 ? 'note' : 'change'),
    )
    const start = performance.now()
    expect(streamRows({ first: [], items: many }, view).length).toBeGreaterThan(60_000)
    expect(performance.now() - start).toBeLessThan(5000)
  })
})
