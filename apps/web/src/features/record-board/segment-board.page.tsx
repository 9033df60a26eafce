import { useMemo } from 'react'
import { segmentBase } from '../../components/record-view/list-search.ts'
import { SegmentEmpty } from '../../components/segment/segment-empty.tsx'
import { SegmentHeader } from '../../components/segment/segment-header.tsx'
import type { SegmentMembersProps } from '../../components/segment/segment-page.tsx'
import { SegmentPicker } from '../../components/segment/segment-picker.tsx'
import { RecordBoardBody } from './record-board-body.tsx'

/** The members of a segment as the board of their level. */
export function SegmentBoardPage({ level, segment, fields }: SegmentMembersProps) {
  const { logic, view } = segment
  const base = useMemo(() => segmentBase({ logic, view }), [logic, view])
  return (
    <RecordBoardBody
      level={level}
      fields={fields}
      base={base}
      renderHeader={(count) => (
        <SegmentHeader
          level={level}
          segment={segment}
          fields={fields}
          base={base}
          count={count}
          view="board"
        />
      )}
      picker={<SegmentPicker level={level} base={base} shown={segment} />}
      empty={<SegmentEmpty level={level} />}
    />
  )
}
