import type { Level } from '@steward/contracts/level'
import { PageFrame } from '../../components/page-frame.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const rows = ['w-24', 'w-32', 'w-20', 'w-40', 'w-28', 'w-36']

/** The record page before its record is there, in the same places. */
export function RecordSkeleton({ level }: { level: Level }) {
  return (
    <PageFrame title={level.label}>
      <div className="flex h-12 items-center border-b border-line px-4 sm:px-6" aria-busy="true">
        <Skeleton className="h-4 w-40" />
      </div>
      <div className="flex items-center gap-4 px-4 pt-4 pb-3 sm:px-6">
        <Skeleton className="size-10" />
        <div className="flex flex-col gap-2">
          <Skeleton className="h-6 w-64" />
          <Skeleton className="h-4 w-48" />
        </div>
      </div>
      <div className="h-9 border-b border-line" />
      <div className="grid max-w-4xl gap-x-10 gap-y-5 px-4 py-6 sm:px-6 md:grid-cols-2">
        {rows.map((width) => (
          <div key={width} className="flex gap-8">
            <Skeleton className="h-4 w-28" />
            <Skeleton className={`h-4 ${width}`} />
          </div>
        ))}
      </div>
    </PageFrame>
  )
}
