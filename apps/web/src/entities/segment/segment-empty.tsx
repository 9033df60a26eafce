import type { Level } from '@steward/contracts/level'
import { EmptyState } from '../../ui/empty-state.tsx'

/** Instead of the members of a segment that has none. */
export function SegmentEmpty({ level }: { level: Level }) {
  return (
    <EmptyState kind="no-match" title={`No ${level.plural} in this segment`}>
      No records that you can see match this segment.
    </EmptyState>
  )
}
