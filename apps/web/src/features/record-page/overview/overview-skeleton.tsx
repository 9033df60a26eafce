import { Skeleton } from '../../../ui/skeleton.tsx'

/** The overview before it is there, in the same places. */
export function OverviewSkeleton() {
  return (
    <div className="flex flex-col gap-5 px-4 py-5 sm:px-6" aria-busy="true">
      <div className="flex h-22 items-center gap-12 rounded-card border border-line px-4">
        {['w-16', 'w-20', 'w-24', 'w-14'].map((width) => (
          <Skeleton key={width} className={`h-8 ${width}`} />
        ))}
      </div>
      <div className="flex flex-col gap-6 rounded-card border border-line px-4 py-5">
        {['w-72', 'w-96', 'w-64'].map((width) => (
          <Skeleton key={width} className={`h-4 max-w-full ${width}`} />
        ))}
      </div>
    </div>
  )
}
