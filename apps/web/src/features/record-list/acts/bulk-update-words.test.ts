import { describe, expect, it } from 'vitest'
import { levelOf } from '@steward/contracts/level'
import { countedRecords, planWords, verbOf } from './bulk-update-words.ts'

const preview = { matched: 12_000, planned: 12_000, change: 11_000, unchanged: 0, refused: [], sample: [] }

describe('the words of a bulk update', () => {
  it('say what becomes of the records', () => {
    expect(planWords(preview)).toEqual(['11,000 will change'])
    const refused = [
      { reason: 'One', count: 1200 },
      { reason: 'Two', count: 1 },
    ]
    expect(planWords({ ...preview, planned: 10_000, unchanged: 3, refused })).toEqual([
      '11,000 will change',
      '3 already have this value',
      '1,201 are skipped',
      'calculated for the first 10,000',
    ])
  })

  it('name the act and the records', () => {
    expect(verbOf({ action: 'archive' })).toBe('Archive')
    expect(verbOf({ owners: [1], mode: 'add' })).toBe('Update')
    expect(countedRecords(1, levelOf(2))).toBe('1 account')
    expect(countedRecords(1200, levelOf(2))).toBe('1,200 accounts')
  })
})
