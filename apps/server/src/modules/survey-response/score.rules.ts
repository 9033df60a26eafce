import { fewAnswers, surveyScales, type NpsGroup, type SurveyType } from '@steward/contracts/plain/survey'

/** The two-sided 95% quantile of the standard normal distribution. */
const z = 1.959963984540054

export interface Scored {
  responses: number
  score: number | null
  interval: { low: number; high: number } | null
  tooFew: boolean
}

/** How many gave each score. */
export type Distribution = ReadonlyMap<number, number>

const round = (value: number): number => Math.round(value * 100) / 100

/** To which group a score belongs. */
export const groupOf = (score: number): NpsGroup =>
  score >= 9 ? 'promoter' : score >= 7 ? 'passive' : 'detractor'

const countWhere = (scores: Distribution, holds: (score: number) => boolean): number =>
  [...scores].reduce((sum, [score, count]) => sum + (holds(score) ? count : 0), 0)

interface Estimate {
  value: number
  low: number
  high: number
}

/** Promoters − detractors: the mean of a variable that is 1, 0 or −1. */
function npsOf(scores: Distribution, n: number): Estimate {
  const p = countWhere(scores, (score) => groupOf(score) === 'promoter') / n
  const d = countWhere(scores, (score) => groupOf(score) === 'detractor') / n
  const margin = z * Math.sqrt((p + d - (p - d) ** 2) / n)
  return { value: 100 * (p - d), low: 100 * (p - d - margin), high: 100 * (p - d + margin) }
}

/** The share of the two highest scores, with the interval of Wilson, which stays within 0 and 100. */
function csatOf(scores: Distribution, n: number): Estimate {
  const p = countWhere(scores, (score) => score >= 4) / n
  const middle = (p + z ** 2 / (2 * n)) / (1 + z ** 2 / n)
  const margin = (z / (1 + z ** 2 / n)) * Math.sqrt((p * (1 - p)) / n + z ** 2 / (4 * n ** 2))
  return { value: 100 * p, low: 100 * (middle - margin), high: 100 * (middle + margin) }
}

function cesOf(scores: Distribution, n: number): Estimate {
  const mean = [...scores].reduce((sum, [score, count]) => sum + score * count, 0) / n
  const squares = [...scores].reduce((sum, [score, count]) => sum + count * (score - mean) ** 2, 0)
  const margin = n > 1 ? z * Math.sqrt(squares / (n - 1) / n) : 0
  return { value: mean, low: mean - margin, high: mean + margin }
}

const estimates = { nps: npsOf, csat: csatOf, ces: cesOf } as const
const ranges = {
  nps: [-100, 100],
  csat: [0, 100],
  ces: [surveyScales.ces?.min ?? 1, surveyScales.ces?.max ?? 7],
} as const

/** The score of a survey of these responses, and in which interval that of everyone lies. */
export function scoreOf(type: SurveyType, scores: Distribution): Scored {
  const responses = countWhere(scores, () => true)
  const tooFew = responses < fewAnswers
  if (type === 'custom' || responses === 0) return { responses, score: null, interval: null, tooFew }
  const { value, low, high } = estimates[type](scores, responses)
  const [least, most] = ranges[type]
  const interval = tooFew ? null : { low: round(Math.max(least, low)), high: round(Math.min(most, high)) }
  return { responses, score: round(value), interval, tooFew }
}

/** How many belong to each group. */
export const groupsOf = (scores: Distribution) => ({
  promoters: countWhere(scores, (score) => groupOf(score) === 'promoter'),
  passives: countWhere(scores, (score) => groupOf(score) === 'passive'),
  detractors: countWhere(scores, (score) => groupOf(score) === 'detractor'),
})
