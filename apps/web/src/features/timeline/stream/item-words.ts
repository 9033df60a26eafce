import type { TimelineItem } from '@steward/contracts/timeline'
import { exactText } from '../../../components/time-text.ts'
import { kindLooks } from './kind-looks.ts'

/** What an item is called: its title, or else what it is. */
export function itemName(item: TimelineItem): string {
  if (item.title) return item.title
  if (item.kind === 'activity') return item.details.activityType.name
  if (item.kind === 'email') return '(no subject)'
  return kindLooks[item.kind].label
}

/** The name of an item among all others, for those who do not see it. */
export function spokenName(item: TimelineItem): string {
  const by = item.author ? ` by ${item.author.name}` : ''
  const { label } = kindLooks[item.kind]
  const name = itemName(item)
  return `${name === label ? label : `${label}: ${name}`}${by}, ${exactText(item.occurredAt)}`
}

/** Minutes as people say them: 45 min, 1 h 30 min. */
export function durationText(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  return [hours > 0 ? `${hours} h` : '', rest > 0 || hours === 0 ? `${rest} min` : '']
    .filter(Boolean)
    .join(' ')
}
