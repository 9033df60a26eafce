import { findWebhookEvent, webhookSubjects, type WebhookResult } from '@steward/contracts/plain/webhook'
import { Badge, type Tone } from '../../ui/badge.tsx'

const tones: Record<WebhookResult, Tone> = {
  Success: 'good',
  Timeout: 'average',
  'Client Error': 'poor',
  'Server Error': 'poor',
  Unknown: 'neutral',
}

/** How a call went. */
export function ResultBadge({ result, waiting }: { result: WebhookResult | null; waiting?: boolean }) {
  if (!result) return <span className="text-2">{waiting ? 'Waiting' : 'None yet'}</span>
  return <Badge tone={tones[result]}>{result}</Badge>
}

const subjectLabels = new Map<string, string>(webhookSubjects.map(({ name, label }) => [name, label]))

/** "Accounts: Created". */
export function eventText(type: string): string {
  const event = findWebhookEvent(type)
  if (!event) return type === 'batch' ? 'Several events' : type
  return `${subjectLabels.get(event.subject)}: ${event.label}`
}

/** The first event, and how many more there are. */
export function eventsText([first = '', ...others]: readonly string[]): string {
  return others.length === 0 ? eventText(first) : `${eventText(first)} and ${others.length} more`
}

export function rateText(rate: number | null): string {
  if (rate === null) return 'None yet'
  return `${rate === 1 ? 100 : Math.min(99.9, Math.round(rate * 1000) / 10)}%`
}
