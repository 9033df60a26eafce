import { useSearchParams } from '../../../components/search-params.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { Subject } from '../logging.calls.ts'

type StreamEmptyProps = { subject: Subject; isFiltered: boolean; mayWrite: boolean; onClear: () => void }

/** No activity yet, or nothing of what was asked for. */
export function StreamEmpty({ subject, isFiltered, mayWrite, onClear }: StreamEmptyProps) {
  const [, setSearch] = useSearchParams()
  if (isFiltered) {
    return (
      <EmptyState
        kind="no-match"
        title="No items match the filters"
        action={<Button onClick={onClear}>Clear the filters</Button>}
      >
        Clear the filters to see other items.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      kind="nothing"
      title="No activity yet"
      action={
        mayWrite && (
          <Button variant="primary" onClick={() => setSearch({ log: 'note' })}>
            Add note
          </Button>
        )
      }
    >
      Notes, activities, pulses, files and emails of this {subject.level.name} appear here, with its changes.
    </EmptyState>
  )
}

/** Items before they are there, in the same places. */
export function StreamSkeleton() {
  return (
    <div aria-busy="true" className="flex flex-col px-4 pt-6 sm:px-6">
      {[0, 1, 2, 3].map((row) => (
        <div key={row} className="flex gap-2.5 py-3">
          <Skeleton className="size-7 rounded-full" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-4 w-56" />
            <Skeleton className="h-3 w-40" />
            <Skeleton className="h-4 w-full max-w-2xl" />
          </div>
        </div>
      ))}
    </div>
  )
}
