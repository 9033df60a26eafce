import { useQuery } from '@tanstack/react-query'
import { IconDeviceFloppy, IconList, IconLock, IconUsersGroup, IconWorld } from '@tabler/icons-react'
import type { Level } from '@steward/contracts/level'
import type { Segment } from '@steward/contracts/segment'
import { errorText } from '../../api/error-text.ts'
import { segmentsQuery } from './segment.calls.ts'
import { useUser } from '../../api/session.ts'
import { useGo } from '../../components/go.ts'
import { readRecentSegments } from './recent-segments.ts'
import { paths } from '../../paths.ts'
import { AnchoredMenu } from '../../ui/anchored.tsx'
import { MenuGroup, MenuItem, MenuSeparator } from '../../ui/menu.tsx'

type SegmentPickerMenuProps = {
  anchor: Element | null
  level: Level
  shownId: number | undefined
  onClose: () => void
  /** Left out where there is nothing to save. */
  onSave: (() => void) | undefined
}

const mostRecent = 5

/** Everything, the pinned segments, those opened last, and the ways to the others and to a new one. */
export function SegmentPickerMenu({ anchor, level, shownId, onClose, onSave }: SegmentPickerMenuProps) {
  const go = useGo()
  const { userId } = useUser()
  const { data, error } = useQuery(segmentsQuery)
  const ofLevel = (data ?? []).filter(({ segmentLevel }) => segmentLevel === level.name)
  const pinned = ofLevel.filter(({ isPinned }) => isPinned)
  const recent = readRecentSegments(userId)
    .flatMap((id) => ofLevel.find(({ segmentId, isPinned }) => segmentId === id && !isPinned) ?? [])
    .filter(({ segmentId }) => segmentId !== shownId)
    .slice(0, mostRecent)
  const groups = [
    { label: 'Pinned', segments: pinned },
    { label: 'Recently opened', segments: recent },
  ].filter(({ segments }) => segments.length > 0)

  const item = ({ segmentId, name, isPrivate }: Segment) => (
    <MenuItem
      key={segmentId}
      icon={isPrivate ? <IconLock aria-hidden /> : <IconWorld aria-hidden />}
      onSelect={() => go(paths.segment(level.plural, segmentId))}
    >
      {name}
    </MenuItem>
  )

  return (
    <AnchoredMenu anchor={anchor} onClose={onClose}>
      <MenuItem icon={<IconList aria-hidden />} onSelect={() => go(paths.list(level.plural))}>
        All {level.plural}
      </MenuItem>
      {groups.map(({ label, segments }) => (
        <MenuGroup key={label} label={label}>
          {segments.map(item)}
        </MenuGroup>
      ))}
      {!data && (
        <p role="status" className="px-2 py-1.5 text-label text-2">
          {error ? errorText(error) : 'Loading the segments…'}
        </p>
      )}
      <MenuSeparator />
      <MenuItem icon={<IconUsersGroup aria-hidden />} onSelect={() => go(paths.levelSegments(level.plural))}>
        All segments
      </MenuItem>
      {onSave && (
        <MenuItem icon={<IconDeviceFloppy aria-hidden />} onSelect={onSave}>
          Save as segment
        </MenuItem>
      )}
    </AnchoredMenu>
  )
}
