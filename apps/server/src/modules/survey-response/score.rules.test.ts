import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scoreOf } from './score.rules.ts'

const scores = (...pairs: [number, number][]) => new Map(pairs)

describe('NPS', () => {
  // 50 promoters, 30 passives, 20 detractors: p = 0.5, d = 0.2, variance 0.7 − 0.09 = 0.61,
  // margin 1.96 × √(0.61 ÷ 100) = 0.15308.
  it('is the share of promoters minus that of detractors, with the interval of a variable of three points', () => {
    expect(scoreOf('nps', scores([10, 30], [9, 20], [8, 30], [6, 15], [0, 5]))).toEqual({
      responses: 100,
      score: 30,
      interval: { low: 14.69, high: 45.31 },
      tooFew: false,
    })
  })

  // 1,436 promoters, 968 passives, 342 detractors of the San Francisco airport survey of 2017.
  it('of a published survey is the published one', () => {
    expect(scoreOf('nps', scores([10, 1436], [7, 968], [0, 342])).score).toBe(39.84)
  })

  it('of fewer than 30 responses has no interval', () => {
    expect(scoreOf('nps', scores([10, 29]))).toEqual({
      responses: 29,
      score: 100,
      interval: null,
      tooFew: true,
    })
    expect(scoreOf('nps', scores([10, 30]))).toMatchObject({
      interval: { low: 100, high: 100 },
      tooFew: false,
    })
  })
})

describe('CSAT', () => {
  // 45 of 50 satisfied: Wilson: middle (0.9 + 3.8415 ÷ 100) ÷ 1.07683 = 0.87146,
  // margin 1.96 ÷ 1.07683 × √(0.09 ÷ 50 + 3.8415 ÷ 10000) = 0.08507.
  it('is the share of 4 and 5, with the interval of Wilson', () => {
    expect(scoreOf('csat', scores([5, 30], [4, 15], [3, 3], [1, 2]))).toMatchObject({
      score: 90,
      interval: { low: 78.64, high: 95.65 },
    })
  })
})

describe('CES', () => {
  // 20 × 7 and 20 × 5: mean 6, variance 40 ÷ 39, margin 1.96 × √(1.02564 ÷ 40) = 0.31384.
  it('is the mean, with the interval of a mean', () => {
    expect(scoreOf('ces', scores([7, 20], [5, 20]))).toMatchObject({
      score: 6,
      interval: { low: 5.69, high: 6.31 },
    })
  })
})

it('a survey without a score has none, and neither has one without responses', () => {
  expect(scoreOf('custom', scores([3, 40]))).toMatchObject({ score: null, interval: null })
  expect(scoreOf('nps', scores())).toEqual({ responses: 0, score: null, interval: null, tooFew: true })
})

it('a score lies within its interval, and the interval within its scale', () => {
  const counts = fc.array(fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 0, max: 500 })), {
    minLength: 1,
  })
  fc.assert(
    fc.property(fc.constantFrom('nps', 'csat', 'ces'), counts, (type, pairs) => {
      const { score, interval } = scoreOf(type, new Map(pairs))
      if (score === null || interval === null) return
      expect(interval.low).toBeLessThanOrEqual(score)
      expect(interval.high).toBeGreaterThanOrEqual(score)
      expect(interval.low).toBeGreaterThanOrEqual(-100)
      expect(interval.high).toBeLessThanOrEqual(100)
    }),
  )
})
