import type { SegmentMembersProps } from '../../components/segment/segment-page.tsx'
import { useSegmentMembers } from '../../components/segment/use-segment-members.tsx'
import { RecordBoardBody } from './record-board-body.tsx'

/** The members of a segment as the board of their level. */
export function SegmentBoardPage(props: SegmentMembersProps) {
  return <RecordBoardBody {...useSegmentMembers(props, 'board')} />
}
