import { Suspense } from 'react'
import { IconChevronDown, IconUsersGroup } from '@tabler/icons-react'
import type { Level } from '@steward/contracts/level'
import { useCan } from '../../api/can.ts'
import { useSearchParams } from '../../components/search-params.ts'
import { Button } from '../../ui/button.tsx'
import { useAnchor } from '../../ui/use-anchor.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { isModified, type ListBase, useListAddress } from '../record-view/index.ts'

const SegmentPickerMenu = lazyPart(() => import('./segment-picker-menu.tsx'), 'SegmentPickerMenu')

type SegmentPickerProps = {
  level: Level
  base: ListBase
  /** The segment that is shown; left out for all records. */
  shown?: { segmentId: number; name: string }
}

/** What the list shows: everything, or the members of a segment. */
export function SegmentPicker({ level, base, shown }: SegmentPickerProps) {
  const may = useCan()
  const menu = useAnchor('menu')
  const [search] = useListAddress(base)
  const [, change] = useSearchParams()
  if (!may('segment.read')) return null
  const canSave = may('segment.edit') && !shown && isModified({ ...search, cols: base.cols }, base)
  return (
    <>
      <Button
        size="sm"
        icon={<IconUsersGroup aria-hidden />}
        aria-label={`Segment: ${shown?.name ?? `all ${level.plural}`}`}
        {...menu.button}
      >
        <span className="max-w-40 truncate">{shown?.name ?? `All ${level.plural}`}</span>
        <IconChevronDown size={14} className="text-3" aria-hidden />
      </Button>
      <Suspense>
        {menu.used && (
          <SegmentPickerMenu
            anchor={menu.anchor}
            level={level}
            shownId={shown?.segmentId}
            onClose={menu.close}
            onSave={canSave ? () => change({ segment: 'new' }) : undefined}
          />
        )}
      </Suspense>
    </>
  )
}
