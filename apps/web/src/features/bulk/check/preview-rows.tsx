import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { IconArrowRight } from '@tabler/icons-react'
import type { BulkJob } from '@steward/contracts/bulk'
import type { ShownOutcome } from '@steward/contracts/plain/bulk-kind'
import { levelOf, type Level } from '@steward/contracts/level'
import { errorPanelProps } from '../../../api/error-text.ts'
import { AppLink } from '../../../components/app-link.tsx'
import { paths } from '../../../paths.ts'
import { cx } from '../../../ui/cx.ts'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { previewRowsQuery, type PreviewRow } from '../bulk.calls.ts'
import { outcomeCount, outcomeWords } from '../job-words.ts'
import { Pager } from '../pager.tsx'
import { numberText } from '../../../ui/reader.ts'

type PreviewRowsProps = { job: BulkJob; level: Level; outcome: ShownOutcome }

/** The rows behind one of the numbers, a page at a time. */
export function PreviewRows({ job, level, outcome }: PreviewRowsProps) {
  const [page, setPage] = useState(1)
  const total = outcomeCount(job, outcome)
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...previewRowsQuery(job.jobId, outcome, page),
    enabled: total > 0,
  })
  if (total === 0) {
    return (
      <p className="rounded-card bg-sunken px-3 py-8 text-center text-2">{outcomeWords[outcome].empty}</p>
    )
  }
  if (error) return <ErrorPanel compact {...errorPanelProps(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-40 w-full" />
  return (
    <>
      <ul className={cx('flex flex-col rounded-card border border-line', isPlaceholderData && 'opacity-60')}>
        {data.data.map((row) => (
          <Row key={row.row} row={row} level={level} />
        ))}
      </ul>
      {data.totalItemCount < total && (
        <p className="text-label text-3">
          The first {numberText(data.totalItemCount)} of {numberText(total)}{' '}
          {outcome === 'missing' ? 'records' : 'rows'} are shown.
        </p>
      )}
      <Pager page={page} total={data.totalItemCount} onPage={setPage} />
    </>
  )
}

function Row({ row, level }: { row: PreviewRow; level: Level }) {
  // A new record's name is in front already.
  const changes = row.changes.filter(({ field }) => field !== 'name' || row.outcome !== 'create')
  return (
    <li className="grid grid-cols-[4rem_minmax(0,1fr)] gap-x-3 gap-y-1 border-b border-line px-3 py-2 last:border-0 md:grid-cols-[4rem_minmax(0,2fr)_minmax(0,5fr)]">
      <span className="tabular text-label leading-5 text-3">
        {row.line > 0 && `Line ${numberText(row.line)}`}
      </span>
      <span className="truncate font-medium">
        {row.recordId === null ? (
          (row.name ?? 'No name')
        ) : (
          <AppLink
            to={paths.record(levelOf(level.id).plural, row.recordId)}
            className="rounded-chip hover:underline"
          >
            {row.name ?? `#${row.recordId}`}
          </AppLink>
        )}
      </span>
      <div className="col-start-2 flex min-w-0 flex-col gap-1 md:col-start-auto">
        {row.problems.map(({ field, message }) => (
          <p key={`${field}:${message}`} className="text-poor">
            {message}
          </p>
        ))}
        {changes.length > 0 && (
          <dl className="flex flex-wrap gap-x-5 gap-y-1">
            {changes.map((change) => (
              <Change key={change.field} change={change} isNew={row.outcome === 'create'} />
            ))}
          </dl>
        )}
      </div>
    </li>
  )
}

type ChangeProps = { change: PreviewRow['changes'][number]; isNew: boolean }

function Change({ change: { label, before, after }, isNew }: ChangeProps) {
  return (
    <div className="flex max-w-full min-w-0 items-baseline gap-1.5">
      <dt className="shrink-0 text-label text-3">{label}</dt>
      <dd className="flex min-w-0 items-baseline gap-1">
        {!isNew && (
          <>
            {before === null ? (
              <span className="text-3">empty</span>
            ) : (
              <span className="max-w-60 truncate text-2 line-through decoration-edge">{before}</span>
            )}
            <IconArrowRight size={12} className="shrink-0 self-center text-3" aria-label="becomes" />
          </>
        )}
        <span className="max-w-80 truncate">{after ?? <span className="text-3">empty</span>}</span>
      </dd>
    </div>
  )
}
