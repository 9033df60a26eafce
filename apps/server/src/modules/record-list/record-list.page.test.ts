import { describe, expect, it } from 'vitest'
import { isWalked } from './record-list.page-sql.ts'

/** Whether a page that ends there is walked to, on a level of 100,000 records of which so many match by stage. */
const isWalkedOf = (matches: number[], end: number): boolean =>
  isWalked(
    { end },
    {
      stages: matches.map((n, stageId) => ({ stageId, n })),
      counts: [
        { level: 2, archived: false, churned: false, stageId: 0, pipelineType: 0, statusId: 0, n: 100_000 },
      ],
    },
  )

describe('a page of whose matches there are known to be so many', () => {
  it('is walked to, unless finding all that matches takes less than walking to its end', () => {
    expect(isWalkedOf([], 50)).toBe(false)
    expect(isWalkedOf([1000, 1200], 50)).toBe(false)
    expect(isWalkedOf([1000, 1300], 50)).toBe(true)
    expect(isWalkedOf([1000, 1300], 100)).toBe(false)
  })
})
