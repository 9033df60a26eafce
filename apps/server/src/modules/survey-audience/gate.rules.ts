import { askGateLabels, type AskGate } from '@steward/contracts/plain/survey/audience'
import type { AskChannel } from '@steward/contracts/plain/survey'
import type { SurveyContent } from '@steward/contracts/survey/survey'

/** What of a survey itself decides whether anyone is asked. */
export interface SurveyFacts {
  isPublished: boolean
  paused: boolean
  content: Pick<SurveyContent, 'channels' | 'timing'>
}

/** Why the survey asks no one at all; null where it asks people. */
export function surveyGate(
  { isPublished, paused, content: { channels, timing } }: SurveyFacts,
  channel: AskChannel,
  today: string,
): AskGate | null {
  if (!isPublished) return 'notPublished'
  if (timing.startsOn !== null && timing.startsOn > today) return 'notStarted'
  if (timing.endsOn !== null && timing.endsOn < today) return 'ended'
  if (paused) return 'paused'
  return channel !== 'link' && !channels[channel] ? 'channel' : null
}

/** A survey that was sent to someone. */
export interface PastAsk {
  surveyId: number
  surveyName: string
  askedAt: Date
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

/** Why a contact is not asked, with what is known of them; `asks` are the latest first. */
export function reasonOf(
  gate: AskGate | null,
  { surveyId, percent, asks }: { surveyId: number; percent: number; asks: readonly PastAsk[] },
): string {
  if (gate === null) return 'They would be asked now.'
  if (gate === 'sample') return `They are not among the ${percent}% of the audience who are asked.`
  const [latest] = gate === 'asked' ? asks.filter((ask) => ask.surveyId === surveyId) : asks
  if (latest && (gate === 'asked' || gate === 'quietPeriod')) {
    return `The survey “${latest.surveyName}” was sent to them on ${dayOf(latest.askedAt)}.`
  }
  return `${askGateLabels[gate]}.`
}
