import { describe, expect, it } from 'vitest'
import { uncountedText } from './record-list.page-sql.ts'

describe('a page whose counts are remembered', () => {
  const counting = { key: '', end: 50, texts: { any: 'any', matching: 'matching' } }
  const textFor = (matches: number[], end = 50) =>
    uncountedText(
      { ...counting, end },
      {
        stages: matches.map((n, stageId) => ({ stageId, n })),
        counts: [
          { level: 2, archived: false, churned: false, stageId: 0, pipelineType: 0, statusId: 0, n: 100_000 },
        ],
      },
    )

  it('has all that matches found first where that is less than walking to the end of the page', () => {
    expect(textFor([])).toBe('matching')
    expect(textFor([1000, 1200])).toBe('matching')
    expect(textFor([1000, 1300])).toBe('any')
    expect(textFor([1000, 1300], 100)).toBe('matching')
  })
})
