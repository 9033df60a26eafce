import { Suspense, type ReactNode } from 'react'
import type { Level } from '@steward/contracts/level'
import { isSessionExpired } from '../../api/api-error.ts'
import { useCan } from '../../api/can.ts'
import { errorPanelProps, errorText } from '../../api/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { LazyListEmpty } from './lazy-parts.ts'

type RecordsContentProps = {
  level: Level
  /** How many there are; undefined until it is known. */
  totals: { totalItemCount: number; totalEntityCount: number } | undefined
  /** What is shown belongs to the view before. */
  stale: boolean
  /** What is shown belongs to the view before, and does not come any more. */
  lost: boolean
  error: Error | null
  /** What the error did to the records that are shown nevertheless. */
  failure: string
  onRetry: () => void
  /** Nothing narrows the records but their base. */
  unfiltered: boolean
  /** Instead of the usual words where nothing matches the base. */
  empty: ReactNode
  onClearFilters: () => void
  /** The records, where there are any. */
  children: ReactNode
}

function FailureBar({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <div
      role="alert"
      className="flex items-center gap-3 border-b border-line bg-poor-soft px-4 py-1.5 text-poor"
    >
      <span className="min-w-0 flex-1 truncate">{text}</span>
      <Button size="sm" onClick={onRetry}>
        Retry
      </Button>
    </div>
  )
}

/** Records, or why there are none; read errors are shown above them. */
export function RecordsContent(props: RecordsContentProps) {
  const { level, totals, onRetry, children } = props
  const may = useCan()
  // The Session Expired dialog says it already.
  const error = isSessionExpired(props.error) ? null : props.error
  if (error && (!totals || props.lost)) return <ErrorPanel {...errorPanelProps(error)} onRetry={onRetry} />
  if (totals && totals.totalItemCount === 0 && !props.stale) {
    return (
      <div className="flex min-h-0 flex-1 items-center overflow-y-auto">
        {(props.unfiltered && props.empty) || (
          <Suspense>
            <LazyListEmpty
              level={level}
              filtered={totals.totalEntityCount > 0}
              canCreate={may('record.create')}
              onClear={props.onClearFilters}
            />
          </Suspense>
        )}
      </div>
    )
  }
  return (
    <>
      {error && <FailureBar text={`${props.failure} ${errorText(error)}`} onRetry={onRetry} />}
      {children}
    </>
  )
}
