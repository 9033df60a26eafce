import { Suspense, type ReactNode } from 'react'
import type { Level } from '@steward/contracts/level'
import { useCan } from '../../api/can.ts'
import { isSessionExpired } from '../../api/api-error.ts'
import { errorPanelProps, errorText } from '../../api/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { LazyListEmpty } from '../../components/record-view/lazy-empty.ts'
import type { RecordWindows } from './grid/use-record-windows.ts'

type ListContentProps = {
  level: Level
  windows: RecordWindows
  /** Nothing narrows the list but its base. */
  unfiltered: boolean
  /** Instead of the usual words where nothing matches the base. */
  empty: ReactNode
  onClearFilters: () => void
  /** The rows, where there are any. */
  children: ReactNode
}

/** The rows, or why there are none; a window that failed says so above the rows. */
export function ListContent({
  level,
  windows,
  unfiltered,
  empty,
  onClearFilters,
  children,
}: ListContentProps) {
  const may = useCan()
  const { head, stale, lost } = windows
  // The Session Expired dialog says it already.
  const error = isSessionExpired(windows.error) ? null : windows.error
  if (error && (!head || lost)) return <ErrorPanel {...errorPanelProps(error)} onRetry={windows.retry} />
  if (head && head.totalItemCount === 0 && !stale) {
    return (
      <div className="flex min-h-0 flex-1 items-center overflow-y-auto">
        {(unfiltered && empty) || (
          <Suspense>
            <LazyListEmpty
              level={level}
              filtered={head.totalEntityCount > 0}
              canCreate={may('record.create')}
              onClear={onClearFilters}
            />
          </Suspense>
        )}
      </div>
    )
  }
  return (
    <>
      {error && (
        <div
          role="alert"
          className="flex items-center gap-3 border-b border-line bg-poor-soft px-4 py-1.5 text-poor"
        >
          <span className="min-w-0 flex-1 truncate">Some rows could not be loaded. {errorText(error)}</span>
          <Button size="sm" onClick={windows.retry}>
            Retry
          </Button>
        </div>
      )}
      {children}
    </>
  )
}
