import { Skeleton, SkeletonRows } from '../../../ui/skeleton.tsx'

export function PreferenceSkeleton() {
  return (
    <SkeletonRows label="Loading notification preferences" rowClassName="h-12 gap-4">
      <Skeleton className="h-4.5 w-8" />
      <Skeleton className="h-3 w-60" />
    </SkeletonRows>
  )
}
