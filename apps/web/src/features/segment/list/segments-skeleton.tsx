import { Skeleton } from '../../../ui/skeleton.tsx'

const bars = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth']

export function SegmentsSkeleton() {
  return (
    <div role="status" className="min-h-0 flex-1 overflow-hidden">
      <span className="hidden-text">Loading the segments</span>
      {bars.map((bar) => (
        <div key={bar} className="flex h-14 items-center gap-3 border-b border-line px-4">
          <Skeleton className="size-5" />
          <div className="flex flex-1 flex-col gap-1.5">
            <Skeleton className="h-3 w-40" />
            <Skeleton className="h-3 w-72 max-w-full" />
          </div>
          <Skeleton className="h-3 w-24 max-md:hidden" />
          <Skeleton className="h-3 w-16" />
        </div>
      ))}
    </div>
  )
}
