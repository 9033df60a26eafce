import type { ReactNode } from 'react'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { Webhook } from '@steward/contracts/webhook'
import { exactText } from '../../../components/time-text.ts'
import { DefinitionList } from '../../../ui/definition-list.tsx'
import { numberText } from '../../../ui/reader.ts'
import { ActiveSwitch } from '../list/active-switch.tsx'
import { eventText, rateText, ResultBadge } from '../webhook-words.tsx'
import { RuleText } from './rule-text.tsx'

function authenticationText({ authentication: { type, username } }: Webhook): string {
  if (type === 'none') return 'None'
  return type === 'basic' ? `Basic, as ${username ?? ''}` : 'Bearer token'
}

function formatText({ method, batches, ordered, thin }: Webhook): string {
  const further = [
    batches && 'up to 100 events in a call',
    ordered && 'in the order of each record',
    thin && 'only ids',
  ]
  return [`${method}, JSON`, ...further.filter(Boolean)].join(', ')
}

type Items = { term: string; value: ReactNode }[]

/** What differs from how most webhooks are set up. */
function furtherItems(webhook: Webhook): Items {
  const { headers, condition, brokenConditions, includedFields, previousSecretUntil } = webhook
  const items: Items = []
  if (headers.length > 0) items.push({ term: 'Headers', value: headers.map(({ name }) => name).join(', ') })
  if (condition) items.push({ term: 'Condition', value: <RuleText condition={condition} /> })
  if (brokenConditions.length > 0) {
    const value = (
      <span className="text-poor">{brokenConditions.map(({ message }) => message).join(' ')}</span>
    )
    items.push({ term: 'Problems', value })
  }
  if (includedFields) items.push({ term: 'Fields', value: includedFields.join(', ') })
  if (previousSecretUntil) {
    items.push({ term: 'Old secret', value: `Signs too until ${exactText(previousSecretUntil)}` })
  }
  return items
}

/** How a webhook is set up, and how it is doing. */
export function WebhookFacts({ webhook }: { webhook: Webhook }) {
  const { endpoint, events, createdBy, createdAt, waiting } = webhook
  const items: Items = [
    { term: 'Endpoint', value: <span className="wrap-anywhere">{endpoint}</span> },
    { term: 'Events', value: events.map(eventText).join(', ') },
    { term: 'Format', value: formatText(webhook) },
    { term: 'Authentication', value: authenticationText(webhook) },
    ...furtherItems(webhook),
    { term: 'Last result', value: <ResultBadge result={webhook.lastResult} /> },
    { term: 'Success, 7 days', value: <span className="tabular">{rateText(webhook.successRate)}</span> },
    { term: 'Waiting', value: <span className="tabular">{numberText(waiting)}</span> },
    { term: 'Added', value: `${exactText(createdAt)} by ${createdBy.name}` },
  ]
  return (
    <section aria-label="Settings" className="flex flex-col gap-3 border-b border-line p-4">
      <ActiveSwitch webhook={webhook} label="Active" />
      {webhook.disabledReason && (
        <p className="flex items-start gap-2 rounded-control bg-average-soft px-3 py-2 text-average">
          <IconAlertTriangle size={16} className="mt-0.5 shrink-0" aria-hidden />
          <span>
            Steward deactivated this webhook. {webhook.disabledReason} Once the endpoint works again, activate
            the webhook and replay what failed.
          </span>
        </p>
      )}
      <DefinitionList items={items} width={112} />
    </section>
  )
}
