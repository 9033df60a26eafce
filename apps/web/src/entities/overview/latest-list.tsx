import {
  IconActivityHeartbeat,
  IconCalendarEvent,
  IconFile,
  IconHistory,
  IconMail,
  IconMessageQuestion,
  IconNote,
  type Icon,
} from '@tabler/icons-react'
import type { LatestItem } from '@steward/contracts/overview'
import type { ItemKind } from '@steward/contracts/timeline'
import { AppLink } from '../../components/app-link.tsx'
import { agoText, exactText } from '../../components/time-text.ts'
import { bylineOf, headingOf } from './latest-words.ts'

const icons: Readonly<Record<ItemKind, Icon>> = {
  note: IconNote,
  activity: IconCalendarEvent,
  pulse: IconActivityHeartbeat,
  file: IconFile,
  email: IconMail,
  change: IconHistory,
  survey: IconMessageQuestion,
}

type LatestListProps = {
  items: readonly LatestItem[]
  /** The page of the record, without a tab. */
  address: string
}

/** The latest that people did, newest first; each leads to it on the timeline. */
export function LatestList({ items, address }: LatestListProps) {
  return (
    <ol>
      {items.map((item) => (
        <LatestRow key={item.itemId} item={item} address={address} />
      ))}
    </ol>
  )
}

function LatestRow({ item, address }: { item: LatestItem; address: string }) {
  const ItemIcon = icons[item.kind]
  const byline = bylineOf(item)
  return (
    <li className="relative flex gap-3 border-b border-line px-4 py-2.5 last:border-b-0 hover:bg-hover print:px-0">
      <ItemIcon size={16} className="mt-0.5 shrink-0 text-3" aria-hidden />
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline gap-3">
          <AppLink
            to={`${address}?tab=timeline&item=${item.itemId}`}
            className="min-w-0 flex-1 truncate text-body font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
          >
            {headingOf(item)}
          </AppLink>
          <time
            dateTime={item.occurredAt}
            data-tooltip={exactText(item.occurredAt)}
            className="tabular shrink-0 text-label text-2"
          >
            {agoText(item.occurredAt)}
          </time>
        </div>
        {item.text && <p className="line-clamp-2 text-body wrap-anywhere text-2">{item.text}</p>}
        {byline && <p className="truncate text-label text-2">{byline}</p>}
      </div>
    </li>
  )
}
