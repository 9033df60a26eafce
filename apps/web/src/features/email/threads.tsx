import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { mostCounted } from '@steward/contracts/plain/overview-card'
import { errorPanelProps } from '../../api/error-text.ts'
import { overviewQuery } from '../../entities/overview/index.ts'
import { upTo } from '../../entities/record-screen/index.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { numberText } from '../../ui/reader.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { threadPageSize, threadsQuery, type Subject } from './email.calls.ts'
import type { MailFilter } from './mail-filter.rules.ts'
import { ThreadList } from './thread-list.tsx'

type ThreadsProps = {
  subject: Subject
  filter: MailFilter
  chosen: number | null
  mayWrite: boolean
  onChoose: (threadId: number) => void
  onClear: () => void
}

/** The threads of a record, page by page. */
export function Threads({ subject, filter, chosen, mayWrite, onChoose, onClear }: ThreadsProps) {
  const [turned, setTurned] = useState({ of: '', page: 1 })
  const of = JSON.stringify(filter)
  // Another filter begins with its first page.
  const page = turned.of === of ? turned.page : 1
  const { data, error, isPlaceholderData, refetch } = useQuery(threadsQuery(subject, filter, page))
  if (!data) {
    if (error) return <ErrorPanel {...errorPanelProps(error)} onRetry={() => void refetch()} />
    return (
      <div className="flex flex-col gap-4 p-4" aria-busy="true">
        {[0, 1, 2, 3].map((row) => (
          <Skeleton key={row} className="h-12 w-full" />
        ))}
      </div>
    )
  }
  if (data.totalItemCount === 0) return <NoThreads filter={filter} mayWrite={mayWrite} onClear={onClear} />
  return (
    <>
      <ThreadCount subject={subject} threads={data.totalItemCount} isFiltered={of !== '{}'} />
      <ThreadList
        threads={data.data}
        recordId={subject.id}
        chosen={chosen}
        dimmed={isPlaceholderData}
        onChoose={onChoose}
      />
      <Pages page={page} total={data.totalItemCount} onPage={(next) => setTurned({ of, page: next })} />
    </>
  )
}

type NoThreadsProps = { filter: MailFilter; mayWrite: boolean; onClear: () => void }

function NoThreads({ filter, mayWrite, onClear }: NoThreadsProps) {
  if (Object.keys(filter).length > 0)
    return (
      <EmptyState
        kind="no-match"
        title="No matching threads"
        action={<Button onClick={onClear}>Clear filters</Button>}
      >
        To see hidden threads, set the filter to Hidden.
      </EmptyState>
    )
  return (
    <EmptyState kind="nothing" title="No emails yet">
      Emails you write or import appear here and on the contacts involved.{' '}
      {mayWrite && 'Drop .eml files anywhere here.'}
    </EmptyState>
  )
}

type PagesProps = { page: number; total: number; onPage: (page: number) => void }

function Pages({ page, total, onPage }: PagesProps) {
  const last = Math.ceil(total / threadPageSize)
  if (last <= 1) return null
  return (
    <nav aria-label="Pages of threads" className="flex items-center justify-center gap-2 p-3">
      <Button size="sm" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Newer
      </Button>
      <span className="tabular text-label text-2">
        {page} of {last}
      </span>
      <Button size="sm" disabled={page >= last} onClick={() => onPage(page + 1)}>
        Older
      </Button>
    </nav>
  )
}

type ThreadCountProps = {
  subject: Subject
  threads: number
  /** Whether only some threads of the record are listed. */
  isFiltered: boolean
}

const plural = (count: number, noun: string): string => (count === 1 ? noun : `${noun}s`)

/** The number of threads; where all are listed, with that of their emails, which the tab shows. */
function ThreadCount({ subject: { level, id }, threads, isFiltered }: ThreadCountProps) {
  const { data: overview } = useQuery(overviewQuery(level, id))
  const emails = isFiltered ? 0 : (overview?.counts.emails ?? 0)
  return (
    <p className="tabular px-4 pt-2.5 pb-1 text-label text-3" role="status">
      {emails > 0 && `${upTo(mostCounted.items, emails)} ${plural(emails, 'email')} in `}
      {numberText(threads)} {plural(threads, 'thread')}
    </p>
  )
}
