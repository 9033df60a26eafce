import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { BulkJob } from '@steward/contracts/bulk'
import { errorPanelProps } from '../../../api/error-text.ts'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { failedItemsQuery, type BulkItem } from '../bulk.calls.ts'
import { countText, outcomeWords, problemRows, rowNoun } from '../job-words.ts'
import { OutcomeMark } from '../outcome-mark.tsx'
import { Pager } from '../pager.tsx'
import { numberText } from '../../../ui/reader.ts'

/** The rows that were skipped, and why. */
export function JobFailures({ job }: { job: BulkJob }) {
  const [page, setPage] = useState(1)
  const noun = rowNoun(job)
  const { data, error, refetch } = useQuery(failedItemsQuery(job.jobId, page))
  return (
    <section
      aria-label={`${noun === 'row' ? 'Rows' : 'Records'} that were skipped`}
      className="flex flex-col gap-3"
    >
      <h2 className="text-lead font-semibold">
        {problemRows(job) === 1
          ? `1 ${noun} was skipped`
          : `${countText(problemRows(job), noun)} were skipped`}
      </h2>
      {error && <ErrorPanel compact {...errorPanelProps(error)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-40 w-full" />}
      {data && (
        <>
          <ul className="flex flex-col rounded-card border border-line">
            {data.data.map((item) => (
              <Item key={item.row} item={item} place={noun === 'row' ? 'Line' : 'No.'} />
            ))}
          </ul>
          <Pager page={page} total={data.totalItemCount} onPage={setPage} />
        </>
      )}
    </section>
  )
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function Item({ item, place }: { item: BulkItem; place: string }) {
  const outcome = item.status === 30 ? 'conflict' : 'refused'
  const values = Object.entries(item.update_body)
    .map(([name, value]) => ({ name, text: textOf(value) }))
    .filter(({ text }) => text !== '')
  return (
    <li className="grid grid-cols-[4rem_minmax(0,1fr)] gap-x-3 gap-y-1 border-b border-line px-3 py-2 last:border-0 md:grid-cols-[4rem_6rem_minmax(0,1fr)]">
      <span className="tabular text-right text-label leading-5 text-3">
        {place} {numberText(item.line)}
      </span>
      <span className="flex items-center gap-1.5 self-start">
        <OutcomeMark outcome={outcome} />
        {outcomeWords[outcome].done}
      </span>
      <div className="col-start-2 flex min-w-0 flex-col gap-0.5 md:col-start-auto">
        {item.failure_reason.failures.map(({ field, message }) => (
          <p key={`${field}:${message}`} className="text-poor">
            {message}
          </p>
        ))}
        <p className="truncate text-label text-3">{values.map(({ text }) => text).join(' · ')}</p>
      </div>
    </li>
  )
}
