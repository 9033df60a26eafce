import { useQuery } from '@tanstack/react-query'
import type { HealthModelState } from '@steward/contracts/health'
import type { Level } from '@steward/contracts/level'
import { errorPanelProps } from '../../../api/error-text.ts'
import { cx } from '../../../ui/cx.ts'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { sampleQuery } from './trial.calls.ts'
import { TriedList } from './tried-list.tsx'

type SampleProps = { level: Level; state: HealthModelState; isDirty: boolean }

/** What the draft makes of some records: their score now and by the draft. */
export function Sample({ level, state, isDirty }: SampleProps) {
  const { data, error, refetch, isPlaceholderData } = useQuery(sampleQuery(level, state.revision))
  return (
    <section aria-labelledby="sample">
      <header className="flex min-h-11 items-center border-b border-line">
        <h2 id="sample" className="text-title font-semibold">
          Sample
        </h2>
      </header>
      <p className="py-2 text-label text-2">
        {isDirty ? 'Published score → last saved draft score' : 'Published score → draft score'}
      </p>
      {!data && error && <ErrorPanel compact {...errorPanelProps(error)} onRetry={() => void refetch()} />}
      {!data && !error && (
        <div className="flex flex-col gap-3" aria-busy="true">
          {['a', 'b', 'c', 'd', 'e'].map((bar) => (
            <Skeleton key={bar} className="h-4 w-full" />
          ))}
        </div>
      )}
      {data?.length === 0 && <p className="text-body text-2">There are no {level.plural} yet.</p>}
      {data && data.length > 0 && (
        <div className={cx(isPlaceholderData && 'opacity-60')}>
          <TriedList level={level} label={`Some ${level.plural}`} records={data} />
        </div>
      )}
    </section>
  )
}
