import { describe, expect, it } from 'vitest'
import { knownText, type Counting } from './record-list.page-sql.ts'

describe('a page of whose matches there are known to be so many', () => {
  const counting: Counting = {
    key: '',
    changes: '',
    end: 50,
    textOf: (way, isCounted) => (isCounted ? `${way}, counted` : way),
  }
  const textFor = (matches: number[], { end = 50, isCounted = false } = {}) =>
    knownText(
      { ...counting, end },
      {
        stages: matches.map((n, stageId) => ({ stageId, n })),
        counts: [
          { level: 2, archived: false, churned: false, stageId: 0, pipelineType: 0, statusId: 0, n: 100_000 },
        ],
      },
      isCounted,
    )

  it('has all that matches found first where that is less than walking to the end of the page', () => {
    expect(textFor([])).toBe('matching')
    expect(textFor([1000, 1200])).toBe('matching')
    expect(textFor([1000, 1300])).toBe('walking')
    expect(textFor([1000, 1300], { end: 100 })).toBe('matching')
  })

  it('is found in the same way where it has to be counted again', () => {
    expect(textFor([1000, 1300], { isCounted: true })).toBe('walking, counted')
  })
})
