import { Skeleton, SkeletonRows } from '../../../ui/skeleton.tsx'

export function SegmentsSkeleton() {
  return (
    <SkeletonRows
      label="Loading the segments"
      className="min-h-0 flex-1 overflow-hidden"
      rowClassName="h-14 gap-3"
    >
      <Skeleton className="size-5" />
      <div className="flex flex-1 flex-col gap-1.5">
        <Skeleton className="h-3 w-40" />
        <Skeleton className="h-3 w-72 max-w-full" />
      </div>
      <Skeleton className="h-3 w-24 max-md:hidden" />
      <Skeleton className="h-3 w-16" />
    </SkeletonRows>
  )
}
