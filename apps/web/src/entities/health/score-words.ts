import type { healthPeriods } from '@steward/contracts/health'
import type { HealthStatus } from '@steward/contracts/plain/built-in-value'
import { forReader, scoreText as writtenScore } from '../../ui/reader.ts'
import { signedFormat } from '../../ui/signed-text.ts'

const digits = (count: number) => ({ minimumFractionDigits: count, maximumFractionDigits: count })

const two = forReader(({ locale }) => new Intl.NumberFormat(locale, digits(2)))

/** A score as every screen writes it: 6.4; a dash where there is none. */
export const scoreText = (score: number | null) => (score === null ? '–' : writtenScore(score))

/** A part of a score: 1.84. */
export const partText = (contribution: number) => two().format(contribution)

/** A difference of scores with its sign: +0.4. */
export const signedText = signedFormat(digits(1))

const tenths = (score: number) => Math.round(Math.round(score * 100) / 10)

/** The difference of two scores as they are shown, so that it adds up for the reader. */
export const shownDifference = (from: number, to: number) => (tenths(to) - tenths(from)) / 10

/** Whether a difference is one for the reader, or rounds to nothing: 1 up, -1 down, 0 neither. */
export const directionOf = (change: number): number => Math.sign(tenths(change)) + 0

/** A part of a difference with its sign: −1.84. */
export const signedPartText = signedFormat(digits(2))

const percents = forReader(
  ({ locale }) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }),
)

/** A share of the whole from 0 to 1: 40%. */
export const shareText = (share: number) => percents().format(share)

export interface Bounds {
  lowerBound: number
  upperBound: number
}

/** What a score is called within bounds; null without a score. */
export function statusWithin(score: number | null, { lowerBound, upperBound }: Bounds): HealthStatus | null {
  if (score === null) return null
  if (score < lowerBound) return 'Poor'
  return score < upperBound ? 'Average' : 'Good'
}

export type Period = (typeof healthPeriods)[number]

/** What a metric is added up over, in words. */
export const periodWords: Readonly<Record<Period, string>> = {
  last7: 'Last 7 days',
  last30: 'Last 30 days',
  last90: 'Last 90 days',
  week: 'This week',
  month: 'This month',
  quarter: 'This quarter',
}
