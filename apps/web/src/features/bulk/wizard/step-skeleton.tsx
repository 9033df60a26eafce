import { PageContent } from '../../../components/page-frame.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

const rows = [72, 64, 80, 58, 70, 62]

/** The gray bars of a step whose data is under way. */
export function StepSkeleton({ label }: { label: string }) {
  return (
    <PageContent className="px-4 py-6">
      <div role="status" className="mx-auto flex max-w-280 flex-col gap-4">
        <span className="hidden-text">{label}</span>
        <Skeleton className="h-6 w-60" />
        {rows.map((width) => (
          <div key={width} style={{ width: `${width}%` }}>
            <Skeleton className="h-4 w-full" />
          </div>
        ))}
      </div>
    </PageContent>
  )
}
