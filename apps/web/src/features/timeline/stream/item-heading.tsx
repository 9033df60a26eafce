import type { ReactNode } from 'react'
import { IconArrowRight } from '@tabler/icons-react'
import type { TimelineItem } from '@steward/contracts/timeline'
import { ActivityIcon } from '../../../entities/activity/index.ts'
import { PulseBadge } from '../../../entities/pulse/index.ts'
import { Badge } from '../../../ui/badge.tsx'
import { sentimentLooks } from '../sentiment.ts'
import { kindLooks } from './kind-looks.ts'
import { durationText, itemName } from './item-words.ts'

/** The sign of an item: that of its kind, or of the type of an activity. */
export function ItemIcon({ item }: { item: TimelineItem }) {
  if (item.kind === 'activity') return <ActivityIcon name={item.details.activityType.iconName} />
  const { icon: Icon } = kindLooks[item.kind]
  return <Icon size={16} aria-hidden />
}

function PulseWords({ item }: { item: Extract<TimelineItem, { kind: 'pulse' }> }) {
  const { pulse, previous } = item.details
  if (previous === null || previous === pulse) return <PulseBadge value={pulse} />
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      <span className="hidden-text">from </span>
      <PulseBadge value={previous} className="opacity-70" />
      <IconArrowRight size={14} className="text-3" aria-hidden />
      <span className="hidden-text">to </span>
      <PulseBadge value={pulse} />
    </span>
  )
}

/** What the line over the text says of an item's kind. */
export function ItemHeading({ item }: { item: TimelineItem }) {
  return (
    <>
      <h4 className="min-w-0 truncate text-body font-semibold text-1">{itemName(item)}</h4>
      <KindWords item={item} />
    </>
  )
}

function KindWords({ item }: { item: TimelineItem }): ReactNode {
  if (item.kind === 'pulse') return <PulseWords item={item} />
  if (item.kind === 'email') return <Badge>{item.details.direction === 'sent' ? 'Sent' : 'Received'}</Badge>
  if (item.kind !== 'activity') return null
  const { sentiment, durationMinutes, activityType } = item.details
  const look = sentiment && sentimentLooks[sentiment]
  return (
    <>
      {item.title && <span className="shrink-0 text-label text-2">{activityType.name}</span>}
      {durationMinutes !== null && (
        <span className="tabular shrink-0 text-label text-3">{durationText(durationMinutes)}</span>
      )}
      {look && (
        <Badge tone={look.tone} className="gap-1">
          <look.icon size={12} aria-hidden />
          {look.label}
        </Badge>
      )}
    </>
  )
}
