import { useEffect } from 'react'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { levelOf } from '@steward/contracts/level'
import type { Notification } from '@steward/contracts/notification'
import { AppLink } from '../../components/app-link.tsx'
import { useGo } from '../../components/go.ts'
import { PageFrame } from '../../components/page-frame.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useRouteParam } from '../../components/route-param.ts'
import { PagedList } from '../../components/settings/paged-list.tsx'
import { exactText } from '../../components/time-text.ts'
import { RecordStateChips } from '../../entities/record/index.ts'
import { useAppParts } from '../../feature.ts'
import { paths } from '../../paths.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { recordsBehindQuery, setSeen } from './notification.calls.ts'

/** Marks what a link in a mail leads to as seen, and goes on to its subject where that has a page of its own. */
function useOpened(notification: Notification | undefined): void {
  const client = useQueryClient()
  const go = useGo()
  const places = useAppParts().flatMap(({ notificationPlaces = [] }) => notificationPlaces)
  const place = notification && places.find(({ subject }) => subject === notification.subject.kind)
  const to = place?.to(notification as Notification) ?? null
  const unseenId = notification && !notification.isSeen ? notification.id : null
  const isElsewhere = to !== null && notification !== undefined && to !== paths.notification(notification.id)
  useEffect(() => {
    // What cannot be marked now stays unread in the drawer.
    if (unseenId !== null) setSeen(client, unseenId).catch(() => undefined)
  }, [client, unseenId])
  useEffect(() => {
    if (isElsewhere) go(to, { replace: true })
  }, [go, isElsewhere, to])
}

/** One notification, with the records that it stands for as far as the user sees them now. */
export function RecordsBehindPage() {
  const id = Number(useRouteParam('id'))
  const query = useInfiniteQuery(recordsBehindQuery(id))
  const records = query.data?.pages.flatMap((page) => page.records)
  const notification = query.data?.pages[0]?.notification
  useOpened(notification)
  return (
    <PageFrame title={notification?.text ?? 'Notification'}>
      <PageHeader title={notification?.text ?? 'Notification'} />
      <PagedList
        query={query}
        count={records?.length}
        what="records"
        more="Show more records"
        empty={
          <EmptyState kind="nothing" title="No records left">
            None of these records are yours to follow anymore.
          </EmptyState>
        }
      >
        {notification && (
          <p className="px-4 pt-3 pb-1 text-label text-3 sm:px-6">{exactText(notification.updatedAt)}</p>
        )}
        <ul className="divide-y divide-line">
          {records?.map(({ recordId, level, name, isArchived }) => (
            <li key={recordId}>
              <AppLink
                to={paths.record(levelOf(level).plural, recordId)}
                className="flex h-10 items-center gap-3 px-4 hover:bg-hover focus-visible:-outline-offset-2 sm:px-6"
              >
                <Avatar name={name} size={20} square={level !== 3} />
                <span className="min-w-0 truncate font-medium">{name}</span>
                <RecordStateChips archived={isArchived} churned={false} />
              </AppLink>
            </li>
          ))}
        </ul>
      </PagedList>
    </PageFrame>
  )
}
