import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Level } from '@steward/contracts/level'
import { errorPanelProps } from '../../../api/error-text.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { numberText } from '../../../ui/reader.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TriedList } from './tried-list.tsx'
import { movedPageSize, movedQuery, type Move } from './trial.calls.ts'

type MovedRecordsProps = { level: Level; trialId: number; move: Move }

/** Who moves from one color to another, a page at a time. */
export function MovedRecords({ level, trialId, move }: MovedRecordsProps) {
  const [page, setPage] = useState(1)
  const { data, error, refetch, isPlaceholderData } = useQuery(movedQuery(trialId, move, page))
  const title = `From ${move.from ?? 'No score'} to ${move.to ?? 'No score'}`
  if (!data && error) return <ErrorPanel compact {...errorPanelProps(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-5 w-64" />
  const pages = Math.max(1, Math.ceil(data.total / movedPageSize))
  return (
    <section aria-label={title} className={cx(isPlaceholderData && 'opacity-60')}>
      <h3 className="mb-1 font-medium">{title}</h3>
      <TriedList level={level} label={title} records={data.records} />
      {pages > 1 && (
        <nav aria-label="Pages" className="flex items-center justify-end gap-2 pt-2">
          <span className="tabular mr-auto text-label text-2">
            Page {numberText(page)} of {numberText(pages)}
          </span>
          <Button size="sm" disabled={page === 1} onClick={() => setPage(page - 1)}>
            Back
          </Button>
          <Button size="sm" disabled={page === pages} onClick={() => setPage(page + 1)}>
            Next
          </Button>
        </nav>
      )}
    </section>
  )
}
