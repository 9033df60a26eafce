import { useInfiniteQuery } from '@tanstack/react-query'
import { levelOf } from '@steward/contracts/level'
import { AppLink } from '../../components/app-link.tsx'
import { PageFrame } from '../../components/page-frame.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useRouteParam } from '../../components/route-param.ts'
import { PagedList } from '../../components/settings/paged-list.tsx'
import { exactText } from '../../components/time-text.ts'
import { RecordStateChips } from '../../entities/record/index.ts'
import { paths } from '../../paths.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { recordsBehindQuery } from './notification.calls.ts'

/** The records that one notification stands for, as far as the user sees them now. */
export function RecordsBehindPage() {
  const id = Number(useRouteParam('id'))
  const query = useInfiniteQuery(recordsBehindQuery(id))
  const records = query.data?.pages.flatMap((page) => page.records)
  const notification = query.data?.pages[0]?.notification
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
            None of these records concerns you any more.
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
