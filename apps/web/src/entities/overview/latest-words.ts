import { pulseValues } from '@steward/contracts/plain/built-in-value'
import type { LatestItem } from '@steward/contracts/overview'

const words = {
  note: 'Note',
  activity: 'Activity',
  pulse: 'Pulse',
  file: 'Files',
  email: 'Email',
  change: 'Change',
  survey: 'Survey response',
} as const

/** What an item of the timeline is called in one line. */
export function headingOf({ kind, title, activity, pulse }: LatestItem): string {
  const level = kind === 'pulse' && pulseValues.find(({ id }) => id === pulse)?.name
  if (level) return `Pulse: ${level}`
  return title || activity?.name || words[kind]
}

/** As what, by whom and where: "Call · Priya Raman · on Nora Berg". */
export function bylineOf({ activity, title, author, from, inherited, record }: LatestItem): string {
  const parts = [
    title && activity ? activity.name : null,
    from ?? author?.name ?? null,
    inherited && record ? `on ${record.name}` : null,
  ]
  return parts.filter(Boolean).join(' · ')
}
