import { levelOf } from '@steward/contracts/level'
import type { TodayCard, TodayReason } from '@steward/contracts/today'
import { paths } from '../../paths.ts'

type Subject = TodayReason['subject']

/** The page of the record of a card, or null for a task without one. */
export function cardPlace({ record }: Pick<TodayCard, 'record'>): string | null {
  return record && paths.record(levelOf(record.level).plural, record.id)
}

const recordPage = ({ level, recordId }: Subject, card: TodayCard): string | null =>
  level !== null && recordId !== null ? paths.record(levelOf(level).plural, recordId) : cardPlace(card)

/** Where a reason is looked at more closely. */
export function reasonPlace({ source, subject }: TodayReason, card: TodayCard): string | null {
  if (subject.kind === 'task') return paths.task(subject.id)
  if (subject.kind === 'plan') return paths.successPlan(subject.id)
  const page = recordPage(subject, card)
  if (page === null) return null
  switch (source) {
    case 'score':
      return `${page}?tab=health`
    case 'mail':
      return `${page}?tab=emails`
    case 'quiet':
      return `${page}?tab=timeline`
    default:
      return page
  }
}
