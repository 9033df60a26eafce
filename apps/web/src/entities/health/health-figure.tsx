import { IconArrowDown, IconArrowRight, IconArrowUp } from '@tabler/icons-react'
import type { ScoreDetail } from '@steward/contracts/health'
import { HealthMark } from './health-badge.tsx'
import { scoreText, shownDifference, signedText } from './score-words.ts'

/** A score with its mark and word, large. */
export function HealthFigure({ detail: { score, healthStatus } }: { detail: ScoreDetail }) {
  return (
    <p className="flex items-center gap-2.5">
      <HealthMark word={healthStatus ?? 'No score'} size={18} />
      {score !== null && <span className="tabular text-hero font-semibold">{scoreText(score)}</span>}
      <span className="text-lead font-medium text-1">{healthStatus ?? 'No score'}</span>
    </p>
  )
}

/** Where a score went in 30 days: an arrow and the difference of both scores as they are shown. */
export function HealthTrend({ detail: { score, trend } }: { detail: ScoreDetail }) {
  if (score === null || trend === null) return null
  const change = shownDifference(score - trend, score)
  const Arrow = change === 0 ? IconArrowRight : change > 0 ? IconArrowUp : IconArrowDown
  return (
    <span className="tabular inline-flex items-center gap-1 text-body text-2">
      <Arrow size={14} aria-hidden />
      {change === 0 ? 'No change in 30 days' : `${signedText(change)} vs. 30 days ago`}
    </span>
  )
}
