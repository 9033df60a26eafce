import type { QuestionResult } from '@steward/contracts/survey/result'
import { numberText } from '../../../ui/reader.ts'
import { countText } from '../survey-words.tsx'

/** One bar of a question, with the same in figures. */
export interface ResultBar {
  key: string
  label: string
  responses: number
  /** In percent of those who answered. */
  share: number
  isRemoved: boolean
}

type Bar = Omit<ResultBar, 'share' | 'key'> & { key?: string }

/** A range as it is read: 4, 0–9, or, of fractions, 0 to under 2.5. */
export function rangeText(from: number, to: number, isWhole: boolean): string {
  if (!isWhole) return `${numberText(from)} to under ${numberText(to)}`
  return from === to ? numberText(from) : `${numberText(from)}–${numberText(to)}`
}

function plainBars({ choices, distribution, consent, isWhole }: QuestionResult): Bar[] {
  if (choices) {
    return choices.map(({ key, text, responses, isRemoved }) => ({ key, label: text, responses, isRemoved }))
  }
  if (distribution) {
    return distribution.map(({ from, to, responses }) => ({
      label: rangeText(from, to, isWhole !== false),
      responses,
      isRemoved: false,
    }))
  }
  if (!consent) return []
  return [
    { label: 'Yes', responses: consent.yes, isRemoved: false },
    { label: 'No', responses: consent.no, isRemoved: false },
  ]
}

/** The bars of a question: its options, its steps, or yes and no. */
export const barsOf = (result: QuestionResult): ResultBar[] =>
  plainBars(result).map((bar) => ({
    ...bar,
    key: bar.key ?? bar.label,
    share: result.answered > 0 ? (100 * bar.responses) / result.answered : 0,
  }))

/** How many saw a question, and how many of them answered it. */
export const reachText = ({ shown, answered, skipped }: QuestionResult): string =>
  [`Shown to ${countText(shown)}`, `${countText(answered)} answered`, `${countText(skipped)} skipped`].join(
    ' · ',
  )
