import { type SegmentMembersProps, useSegmentMembers } from '../../entities/segment/index.ts'
import { RecordBoardBody } from './record-board-body.tsx'

/** The members of a segment as the board of their level. */
export function SegmentBoardPage(props: SegmentMembersProps) {
  return <RecordBoardBody {...useSegmentMembers(props, 'board')} />
}
