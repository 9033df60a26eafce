import { type SegmentMembersProps, useSegmentMembers } from '../../../entities/segment/index.ts'
import { RecordListBody } from '../record-list-body.tsx'

/** The members of a segment as the list of their level, under its rule and view. */
export function SegmentListPage(props: SegmentMembersProps) {
  return <RecordListBody {...useSegmentMembers(props, 'list')} />
}
