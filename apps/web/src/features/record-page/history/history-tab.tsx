import { useMemo } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { errorPanelProps } from '../../../api/error-text.ts'
import type { LevelField } from '../../../entities/field/index.ts'
import { historyQuery } from '../../../entities/record/index.ts'
import { useSearchParams } from '../../../components/search-params.ts'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { historyDays } from './history-days.ts'
import { HistoryItem } from './history-item.tsx'
import { useRecordScreen } from '../../../entities/record-screen/index.ts'
import { dayHeading } from '../../../components/time-text.ts'

/** The ledger of the record, or of one field of it. */
export function HistoryTab() {
  const { level, id, fields } = useRecordScreen()
  const [search, setSearch] = useSearchParams()
  const field = fields.find(({ name }) => name === search['field'])
  const query = useInfiniteQuery(historyQuery(level, id, field?.name))
  const days = useMemo(
    () => historyDays(query.data?.pages.flatMap((page) => page.data) ?? [], field?.name),
    [query.data, field],
  )
  const showAll = () => setSearch({ field: undefined })

  if (query.isError && !query.data) {
    return <ErrorPanel {...errorPanelProps(query.error)} onRetry={() => void query.refetch()} />
  }
  return (
    <div className="flex w-full max-w-3xl flex-col px-4 py-5 sm:px-6">
      {field && (
        <p className="mb-4 flex items-center gap-2 text-label text-2">
          Only changes of
          <Chip onRemove={showAll} removeLabel="Show all changes">
            {field.displayName}
          </Chip>
        </p>
      )}
      {query.isPending && <HistorySkeleton />}
      {query.data && days.length === 0 && <NoHistory field={field} onShowAll={showAll} />}
      {days.map(({ day, entries }) => (
        <section key={day} aria-label={dayHeading(day)} className="mb-6">
          <h2 className="mb-1 text-label font-semibold text-2">{dayHeading(day)}</h2>
          <ol>
            {entries.map((entry) => (
              <HistoryItem key={entry.changeSetId} entry={entry} />
            ))}
          </ol>
        </section>
      ))}
      {query.hasNextPage && (
        <Button
          className="self-start"
          busy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show earlier changes
        </Button>
      )}
    </div>
  )
}

function NoHistory({ field, onShowAll }: { field: LevelField | undefined; onShowAll: () => void }) {
  if (!field) {
    return (
      <EmptyState kind="nothing" title="No activity yet">
        Every change is recorded here.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      kind="no-match"
      title={`No changes of ${field.displayName}`}
      action={<Button onClick={onShowAll}>Show all changes</Button>}
    >
      It still has its original value.
    </EmptyState>
  )
}

function HistorySkeleton() {
  return (
    <div className="flex flex-col gap-5" aria-busy="true">
      {[0, 1, 2].map((row) => (
        <div key={row} className="flex gap-3">
          <Skeleton className="size-6 rounded-full" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-4 w-64" />
            <Skeleton className="h-4 w-96" />
          </div>
        </div>
      ))}
    </div>
  )
}
