import { describe, expect, it } from 'vitest'
import type { ScorePoint } from '@steward/contracts/health'
import { linesOf, trendSteps, versionMarks } from './trend-steps.rules.ts'

const from = Date.parse('2026-01-01T00:00:00Z')
const to = Date.parse('2026-01-11T00:00:00Z')
const point = (day: string, score: number | null, versionNumber = 1): ScorePoint => ({
  at: `${day}T00:00:00Z`,
  score,
  healthStatus: null,
  versionNumber,
  overridden: false,
})

describe('the line of a score', () => {
  it('stays until the next step and to the end', () => {
    const steps = trendSteps([point('2026-01-01', 10), point('2026-01-06', 4)], from, to)
    expect(steps.map(({ from: left, to: right, y }) => [left, right, y])).toEqual([
      [0, 50, 0],
      [50, 100, 60],
    ])
    expect(linesOf(steps)).toEqual(['0,0 50,0 50,60 100,60'])
  })

  it('begins at the edge with what counted before, and leaves out what was over by then', () => {
    const points = [point('2025-11-01', 2), point('2025-12-01', 5), point('2026-01-06', 6)]
    expect(trendSteps(points, from, to).map(({ from: left, to: right, y }) => [left, right, y])).toEqual([
      [0, 50, 50],
      [50, 100, 40],
    ])
  })

  it('breaks where there was no score', () => {
    const points = [point('2026-01-01', 5), point('2026-01-03', null), point('2026-01-06', 5)]
    expect(linesOf(trendSteps(points, from, to))).toEqual(['0,50 20,50', '50,50 100,50'])
    expect(linesOf(trendSteps([point('2026-01-01', null)], from, to))).toEqual([])
  })

  it('is marked where the version changes, not where it begins', () => {
    const points = [point('2026-01-01', 5, 2), point('2026-01-03', 6, 2), point('2026-01-06', 6, 3)]
    expect(versionMarks(trendSteps(points, from, to))).toEqual([
      { number: 3, at: '2026-01-06T00:00:00Z', x: 50 },
    ])
  })
})
