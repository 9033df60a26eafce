import { Skeleton } from '../../../ui/skeleton.tsx'

/** A tab whose code is still on its way. */
export function TabSkeleton() {
  return (
    <div className="flex flex-col gap-4 px-4 py-5 sm:px-6" aria-busy="true">
      <Skeleton className="h-4 w-56" />
      <Skeleton className="h-4 w-80" />
      <Skeleton className="h-4 w-64" />
    </div>
  )
}
