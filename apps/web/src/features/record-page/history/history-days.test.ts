import { describe, expect, it } from 'vitest'
import type { HistoryEntry } from '@steward/contracts/record-history'
import { starterFieldNames } from '@steward/contracts/plain/starter-field'
import { historyDays } from './history-days.ts'

const change = (field: string) => ({
  field,
  label: field,
  dataType: 'number',
  before: 1,
  after: 2,
  beforeText: '1',
  afterText: '2',
  restorable: false,
})

const entry = (changeSetId: number, action: HistoryEntry['action'], fields: string[]): HistoryEntry => ({
  changeSetId,
  at: '2026-03-14T09:00:00.000Z',
  by: { id: null, name: 'Steward' },
  source: 'system',
  actor: { kind: 'health', id: null, name: 'Steward' },
  causes: [],
  action,
  kind: 'update',
  undoneBy: null,
  changes: fields.map(change),
})

const trend = starterFieldNames.healthChange

describe('a history by days', () => {
  it('leaves out how far a score moved in 30 days, unless it was asked for', () => {
    const entries = [
      entry(3, 'score', [trend]),
      entry(2, 'score', [trend, 'health']),
      entry(1, 'edit', [trend]),
    ]
    const told = historyDays(entries).flatMap((day) => day.entries)
    expect(told.map(({ changeSetId, changes }) => [changeSetId, changes.map(({ field }) => field)])).toEqual([
      [2, ['health']],
      [1, [trend]],
    ])
    expect(historyDays(entries, trend)[0]?.entries).toHaveLength(3)
  })
})
