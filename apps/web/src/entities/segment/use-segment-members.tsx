import { useMemo, type ReactNode } from 'react'
import { segmentBase } from '../record-view/index.ts'
import { SegmentEmpty } from './segment-empty.tsx'
import { SegmentHeader } from './segment-header.tsx'
import type { SegmentMembersProps } from './segment-page.tsx'
import { SegmentPicker } from './segment-picker.tsx'

/** What the list and the board of a segment are given: its rule as their base, and its own header. */
export function useSegmentMembers(
  { level, segment, fields }: SegmentMembersProps,
  shownAs: 'list' | 'board',
) {
  const { logic, view } = segment
  const base = useMemo(() => segmentBase({ logic, view }), [logic, view])
  return {
    level,
    fields,
    base,
    renderHeader: (menu?: ReactNode) => (
      <SegmentHeader level={level} segment={segment} fields={fields} base={base} view={shownAs} menu={menu} />
    ),
    picker: <SegmentPicker level={level} base={base} shown={segment} />,
    empty: <SegmentEmpty level={level} />,
  }
}
