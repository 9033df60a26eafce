import { isDay } from '@steward/contracts/value'
import { mostPoints } from '../../entities/health/index.ts'

export interface OverrideForm {
  /** NaN where something was typed that is not a number. */
  score: number | null
  reason: string
  /** YYYY-MM-DD, or something else where what was typed cannot be read or is over. */
  endsOn: string | null
}

/** What keeps an override from being set, by the field where it lies. */
export function overrideFaults(
  { score, reason, endsOn }: OverrideForm,
  today: string,
): Record<string, string> {
  const faults: Record<string, string> = {}
  if (score === null || Number.isNaN(score) || score < 0 || score > mostPoints) {
    faults['score'] = 'Enter a score from 0 to 10.'
  }
  if (reason.trim() === '') faults['reason'] = 'Enter a reason.'
  if (!endsOn) faults['endsOn'] = 'Choose the last day it applies.'
  else if (!isDay(endsOn) || endsOn < today) faults['endsOn'] = 'Choose today or a later day.'
  return faults
}
