import { useQuery } from '@tanstack/react-query'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { numberText } from '../../../ui/reader.ts'
import { stageRemovalQuery } from './stages.calls.ts'

/** How many records have moved out of a stage that is being deleted. */
export function RemovalProgress({ stageId }: { stageId: number }) {
  const { data } = useQuery(stageRemovalQuery(stageId))
  const { moved = 0, total = 0 } = data ?? {}
  return (
    <span className="flex w-44 shrink-0 flex-col gap-1 max-sm:w-28">
      <span className="tabular text-label text-2">
        Moving {numberText(moved)} of {numberText(total)}
      </span>
      <ProgressBar value={moved} max={Math.max(total, 1)} label="Records moved" />
    </span>
  )
}
