import { expect, test } from 'vitest'
import type { TimelineItem, TimelinePage } from '@steward/contracts/timeline'
import { headNews } from './head.rules.ts'

const item = (itemId: number, day: number, more: Partial<TimelineItem> = {}) =>
  ({ itemId, occurredAt: `2026-11-${day}T10:00:00.000Z`, version: 1, unread: false, ...more }) as TimelineItem
const page = (data: TimelineItem[], nextCursor: string | null = 'more'): TimelinePage => ({
  data,
  first: [],
  nextCursor,
})

const held = [item(3, 13), item(2, 12), item(1, 11)]

test('what is new is counted, what changed and what went is named', () => {
  const head = page([item(4, 14), item(3, 13, { version: 2 } as Partial<TimelineItem>), item(1, 11)])
  expect(headNews(held, head)).toMatchObject({ count: 1, changed: [{ itemId: 3 }], gone: [2] })
})

test('what is older than the head is left alone, unless the head is everything', () => {
  expect(headNews(held, page([item(3, 13)])).gone).toEqual([])
  expect(headNews(held, page([item(3, 13)], null)).gone).toEqual([2, 1])
  expect(headNews(held, page([], null)).gone).toEqual([3, 2, 1])
})

test('that it was looked at changes nothing', () => {
  const unread = [item(3, 13, { unread: true })]
  expect(headNews(unread, page([item(3, 13)]))).toEqual({ count: 0, changed: [], gone: [] })
})
