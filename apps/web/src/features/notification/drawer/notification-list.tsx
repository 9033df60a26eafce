import { useInfiniteQuery } from '@tanstack/react-query'
import type { Notification } from '@steward/contracts/notification'
import { PagedList } from '../../../components/settings/paged-list.tsx'
import { dayHeading } from '../../../components/time-text.ts'
import { readerDay } from '../../../ui/day-text.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { notificationsQuery, type Tab } from '../notification.calls.ts'
import { NotificationRow } from './notification-row.tsx'

type Day = { day: string; notifications: Notification[] }

/** By the reader's day. One that moved to the top while pages were read comes once. */
function daysOf(notifications: readonly Notification[]): Day[] {
  const known = new Set<number>()
  const days: Day[] = []
  for (const one of notifications) {
    if (known.has(one.id)) continue
    known.add(one.id)
    const day = readerDay(new Date(one.updatedAt))
    const last = days.at(-1)
    if (last?.day === day) last.notifications.push(one)
    else days.push({ day, notifications: [one] })
  }
  return days
}

/** What comes to a tab that has nothing. */
const subjects: Record<Tab, string> = {
  all: 'When something concerns you, such as a new account or a mention, it appears here.',
  task: 'Tasks that are assigned to you, due or completed appear here.',
  playbook: 'Playbooks that are assigned to you or due appear here.',
  entity: 'Changes of your records, and mentions on them, appear here.',
  email: 'Emails on your records appear here.',
  bulkUpdate: 'Imports, bulk updates and exports appear here when they finish.',
}

type NotificationListProps = {
  tab: Tab
  unseenOnly: boolean
  onOpen: (notification: Notification) => void
}

/** The notifications of a tab, grouped by day; the rest comes on scrolling. */
export function NotificationList({ tab, unseenOnly, onOpen }: NotificationListProps) {
  const query = useInfiniteQuery(notificationsQuery(tab, unseenOnly))
  const all = query.data?.pages.flatMap(({ notifications }) => notifications)
  return (
    <PagedList
      query={query}
      count={all?.length}
      what="notifications"
      more="Show earlier notifications"
      empty={
        <EmptyState kind="nothing" title="You're up to date">
          {unseenOnly ? 'You have read everything here.' : subjects[tab]}
        </EmptyState>
      }
    >
      {daysOf(all ?? []).map(({ day, notifications }) => (
        <section key={day} aria-labelledby={`day-${day}`}>
          <h3 id={`day-${day}`} className="px-5 pt-4 pb-1 text-meta font-medium text-3">
            {dayHeading(day)}
          </h3>
          <ul>
            {notifications.map((one) => (
              <li key={one.id}>
                <NotificationRow notification={one} onOpen={() => onOpen(one)} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </PagedList>
  )
}
