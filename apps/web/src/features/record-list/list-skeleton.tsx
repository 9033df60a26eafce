import { Skeleton } from '../../ui/skeleton.tsx'

const figures = ['w-16', 'w-24', 'w-20', 'w-28']
const rows = Array.from({ length: 12 }, (_, row) => row)

/** Figures, toolbar and rows of a list whose fields or layout are still on their way, in their final heights. */
export function ListSkeleton() {
  return (
    <div aria-hidden className="flex min-h-0 flex-1 flex-col overflow-hidden">
      <div className="flex h-14 shrink-0 items-center gap-6 border-b border-line px-4">
        {figures.map((width) => (
          <Skeleton key={width} className={`h-7 ${width}`} />
        ))}
      </div>
      <div className="flex h-11 shrink-0 items-center gap-2 border-b border-line px-4">
        <Skeleton className="h-7 w-36" />
        <Skeleton className="h-7 w-52" />
      </div>
      {rows.map((row) => (
        <div key={row} className="flex h-9 shrink-0 items-center gap-6 border-b border-line px-4">
          <Skeleton className="h-3 w-48" />
          <Skeleton className="h-3 w-20" />
          <Skeleton className="h-3 flex-1" />
        </div>
      ))}
    </div>
  )
}
