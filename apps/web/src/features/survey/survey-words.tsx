import {
  type NpsGroup,
  surveyTypeLabels,
  type SurveyChannel,
  type SurveyState,
  type SurveyType,
} from '@steward/contracts/plain/survey'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { numberText } from '../../ui/reader.ts'
import { signedFormat } from '../../ui/signed-text.ts'

const states: Readonly<Record<SurveyState, { label: string; tone: Tone }>> = {
  draft: { label: 'Draft', tone: 'neutral' },
  live: { label: 'Live', tone: 'good' },
  paused: { label: 'Paused', tone: 'average' },
  closed: { label: 'Closed', tone: 'neutral' },
}

export function StateBadge({ state }: { state: SurveyState }) {
  return <Badge tone={states[state].tone}>{states[state].label}</Badge>
}

export const typeDescriptions: Readonly<Record<SurveyType, string>> = {
  nps: 'How likely customers are to recommend you, from 0 to 10. The score is the share of promoters less that of detractors.',
  csat: 'How satisfied customers are, from 1 to 5. The score is the share of 4 and 5.',
  ces: 'How easy you made it, from 1 to 7. The score is the average.',
  custom: 'Your own questions: ratings, numbers, choices and texts. It has no score.',
}

export const typeText = (type: SurveyType): string => surveyTypeLabels[type]

const wholeScore = signedFormat({ maximumFractionDigits: 0, signDisplay: 'negative' })

/** A score as its type is written: −12, 84% or 5.6. */
export function scoreText(type: SurveyType, score: number | null): string {
  if (score === null) return '–'
  if (type === 'ces') return numberText(Math.round(score * 10) / 10)
  return type === 'csat' ? `${numberText(Math.round(score))}%` : wholeScore(score)
}

/** A share in percent; a dash where there is none. */
export const percentText = (percent: number | null): string =>
  percent === null ? '–' : `${numberText(Math.round(percent * 10) / 10)}%`

/** How many of those who were asked answered, in percent; null where it is not known. */
export const rateOf = (answered: number | null, asked: number | null): number | null =>
  answered === null || !asked ? null : (100 * answered) / asked

/** A count; a dash where it is not known. */
export const countText = (count: number | null): string => (count === null ? '–' : numberText(count))

export const channelLabels: Readonly<Record<SurveyChannel, string>> = {
  inProduct: 'In product',
  mail: 'Email',
  link: 'Personal link',
  openLink: 'Open link',
  import: 'Import',
}

export const groupLabels: Readonly<Record<NpsGroup, string>> = {
  promoter: 'Promoter',
  passive: 'Passive',
  detractor: 'Detractor',
}

export const groupTones: Readonly<Record<NpsGroup, Tone>> = {
  promoter: 'good',
  passive: 'average',
  detractor: 'poor',
}
