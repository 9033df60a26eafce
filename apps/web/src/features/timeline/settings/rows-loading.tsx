import { Skeleton } from '../../../ui/skeleton.tsx'

const bars = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']

/** The rows of a table before they are there. */
export function RowsLoading({ label }: { label: string }) {
  return (
    <div role="status">
      <span className="hidden-text">{label}</span>
      {bars.map((bar) => (
        <div key={bar} className="flex h-11 items-center border-b border-line px-4">
          <Skeleton className="h-3 w-80 max-w-1/2" />
        </div>
      ))}
    </div>
  )
}
