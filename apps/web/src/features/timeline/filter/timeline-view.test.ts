import { expect, test } from 'vitest'
import {
  everything,
  isFiltered,
  readView,
  sought,
  viewParams,
  viewQuery,
  type TimelineView,
} from './timeline-view.ts'

const view: TimelineView = {
  kinds: ['note', 'activity'],
  authors: [3, 12],
  from: '2026-01-01',
  until: '2026-01-31',
  marks: ['bookmarked', 'unread'],
  query: 'renewal',
}

test('a view goes into the address and comes back', () => {
  expect(readView(viewParams(view))).toEqual(view)
  expect(readView(viewParams(everything))).toEqual(everything)
  expect([isFiltered(view), isFiltered(everything)]).toEqual([true, false])
})

test('a space that was typed stays in the address, and is not looked for', () => {
  const typed = readView(viewParams({ ...view, query: 'renewal ' }))
  expect([typed.query, sought(typed)]).toEqual(['renewal ', view])
  expect(viewQuery(sought({ ...everything, query: ' ' }))).toEqual({})
})

test('what an address cannot mean is left out', () => {
  const search = {
    kinds: 'note,nonsense',
    authors: '4,-1,x',
    from: '2026-99-01',
    until: 7,
    only: 'all',
    words: 42,
  }
  expect(readView(search)).toEqual({ ...everything, kinds: ['note'], authors: [4], query: '42' })
  expect(readView({ authors: 7 }).authors).toEqual([7])
})

test('days are asked for whole', () => {
  const asked = viewQuery(view)
  expect(asked).toMatchObject({ kinds: 'note,activity', authors: [3, 12], bookmarked: true, unread: true })
  const days = (Date.parse(asked.until as string) - Date.parse(asked.from as string)) / 86_400_000
  expect(days).toBe(31)
  expect(viewQuery(everything)).toEqual({})
})
