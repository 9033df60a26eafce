import { useMemo } from 'react'
import type { SegmentMembersProps } from '../../../components/segment/segment-page.tsx'
import { segmentBase } from '../../../components/record-view/list-search.ts'
import { SegmentEmpty } from '../../../components/segment/segment-empty.tsx'
import { SegmentHeader } from '../../../components/segment/segment-header.tsx'
import { SegmentPicker } from '../../../components/segment/segment-picker.tsx'
import { RecordListBody } from '../record-list-body.tsx'

/** The members of a segment as the list of their level, under its rule and view. */
export function SegmentListPage({ level, segment, fields }: SegmentMembersProps) {
  const { logic, view } = segment
  const base = useMemo(() => segmentBase({ logic, view }), [logic, view])
  return (
    <RecordListBody
      level={level}
      fields={fields}
      base={base}
      renderHeader={(count, menu) => (
        <SegmentHeader
          level={level}
          segment={segment}
          fields={fields}
          base={base}
          count={count}
          view="list"
          menu={menu}
        />
      )}
      picker={<SegmentPicker level={level} base={base} shown={segment} />}
      empty={<SegmentEmpty level={level} />}
    />
  )
}
