import { useQuery } from '@tanstack/react-query'
import type { Level } from '@steward/contracts/level'
import { FigureRow, figuresOf, LatestList, overviewQuery } from '../overview/index.ts'
import { paths } from '../../paths.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { ValueLookups } from '../value/index.ts'

type PeekOverviewProps = { level: Level; id: number; lookups: ValueLookups }

/** Figures and the latest of a record, above its fields. Where they cannot be read, the fields are alone. */
export function PeekOverview({ level, id, lookups }: PeekOverviewProps) {
  const { data: overview, isError } = useQuery(overviewQuery(level, id))
  if (isError && !overview) return null
  if (!overview) return <Skeleton className="mb-5 h-32 w-full" />
  const address = paths.record(level.plural, id)
  return (
    <div className="mb-5 flex flex-col gap-4">
      <FigureRow figures={figuresOf(level, overview, lookups)} address={address} />
      {overview.latest.length > 0 && (
        <section aria-label="Recent activity" className="rounded-card border border-line [&_p]:line-clamp-1">
          <LatestList items={overview.latest} address={address} />
        </section>
      )}
    </div>
  )
}
