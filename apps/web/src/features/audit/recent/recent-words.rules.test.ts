import { describe, expect, it } from 'vitest'
import type { RecentChange } from '@steward/contracts/record-history'
import { isUndoable, recentText } from './recent-words.rules.ts'

const change = (parts: Partial<RecentChange>): RecentChange => ({
  changeSetId: 1,
  at: '2026-03-14T09:00:00.000Z',
  by: { id: 1, name: 'Ada' },
  source: 'person',
  actor: { kind: 'person', id: 1, name: 'Ada' },
  causes: [],
  action: 'edit',
  records: 1,
  items: 0,
  names: ['Northwind'],
  undoneBy: null,
  undoOf: null,
  ...parts,
})

describe('a recent change', () => {
  it.each([
    [{}, 'edited Northwind'],
    [{ action: 'archive', records: 12, names: ['A', 'B', 'C'] }, 'archived A, B, C, and 9 more'],
    [{ action: 'assign', records: 12, names: [] }, 'changed the owners of 12 records'],
    [{ action: 'create', records: 1, names: [] }, 'created a record'],
    [{ action: 'complete', records: 0, items: 1, names: ['Call Ada'] }, 'completed “Call Ada”'],
    [{ action: 'create', records: 0, items: 5, names: ['A', 'B', 'C'] }, 'created “A”, “B”, “C”, and 2 more'],
    [{ action: 'edit', records: 0, items: 1, names: [] }, 'edited a task or plan'],
    [{ action: 'edit', records: 0, items: 4, names: [] }, 'edited 4 tasks or plans'],
  ] as [Partial<RecentChange>, string][])('%o is written %s', (parts, text) => {
    expect(recentText(change(parts), String)).toBe(text)
  })

  it('is undone once, and imports on their own page', () => {
    expect(isUndoable(change({}))).toBe(true)
    expect(isUndoable(change({ undoneBy: 2 }))).toBe(false)
    expect(isUndoable(change({ action: 'import' }))).toBe(false)
  })
})
