import { cx } from '../../ui/cx.ts'
import { Skeleton } from '../../ui/skeleton.tsx'

const bars = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']

type TableSkeletonProps = { label: string; rows?: number; rowClassName?: string }

/** The rows of a table before they are there. */
export function TableSkeleton({ label, rows = bars.length, rowClassName = 'h-11' }: TableSkeletonProps) {
  return (
    <div role="status" className="flex flex-col">
      <span className="hidden-text">{label}</span>
      {bars.slice(0, rows).map((bar) => (
        <div key={bar} className={cx('flex items-center border-b border-line px-4', rowClassName)}>
          <Skeleton className="h-3 w-80 max-w-1/2" />
        </div>
      ))}
    </div>
  )
}
