import { Suspense, type ReactNode } from 'react'
import type { Level } from '@steward/contracts/level'
import { isSessionExpired } from '../../api/api-error.ts'
import { useCan } from '../../api/can.ts'
import { errorPanelProps, errorText } from '../../api/error-text.ts'
import { LazyListEmpty } from '../../components/record-view/lazy-empty.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { BoardSkeleton } from './board-skeleton.tsx'
import type { ShownBoard } from './use-board.ts'

type BoardContentProps = {
  level: Level
  shown: ShownBoard
  /** Nothing narrows the board but its base. */
  unfiltered: boolean
  empty: ReactNode
  onClearFilters: () => void
  /** The columns, where there are any. */
  children: ReactNode
}

/** The columns, or why there are none; what could not be read anew is told above them. */
export function BoardContent(props: BoardContentProps) {
  const { level, shown, unfiltered, empty, onClearFilters, children } = props
  const may = useCan()
  const { board, stale } = shown
  // The Session Expired dialog says it already.
  const error = isSessionExpired(shown.error) ? null : shown.error
  if (error && (!board || stale)) return <ErrorPanel {...errorPanelProps(error)} onRetry={shown.retry} />
  if (!board) return <BoardSkeleton />
  if (board.totalItemCount === 0 && !stale) {
    return (
      <div className="flex min-h-0 flex-1 items-center overflow-y-auto">
        {(unfiltered && empty) || (
          <Suspense>
            <LazyListEmpty
              level={level}
              filtered={board.totalEntityCount > 0}
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
          <span className="min-w-0 flex-1 truncate">
            The board could not be read anew. {errorText(error)}
          </span>
          <Button size="sm" onClick={shown.retry}>
            Retry
          </Button>
        </div>
      )}
      {children}
    </>
  )
}
