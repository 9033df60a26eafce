import { Skeleton, SkeletonRows } from '../../../ui/skeleton.tsx'

export function UsersSkeleton() {
  return (
    <SkeletonRows
      label="Loading the users"
      className="min-h-0 flex-1 overflow-hidden"
      rowClassName="h-12 gap-3"
    >
      <Skeleton className="size-8 rounded-full" />
      <div className="flex flex-1 flex-col gap-1.5">
        <Skeleton className="h-3 w-40" />
        <Skeleton className="h-3 w-56" />
      </div>
      <Skeleton className="h-3 w-24" />
      <Skeleton className="h-3 w-16" />
    </SkeletonRows>
  )
}
