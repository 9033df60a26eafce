import { Suspense, useState, type ReactNode } from 'react'
import { IconArrowsLeftRight, IconPencil, IconTrash } from '@tabler/icons-react'
import type { Level } from '@steward/contracts/level'
import type { Segment } from '@steward/contracts/segment'
import type { LevelField } from '../field/index.ts'
import { useGo } from '../../components/go.ts'
import { useNarrow } from '../../components/narrow.ts'
import { PageHeader } from '../../components/page-header.tsx'
import { useSearchParams } from '../../components/search-params.ts'
import { PinButton } from './pin-button.tsx'
import { Visibility } from './visibility.tsx'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { type ListBase, ViewSwitch } from '../record-view/index.ts'
import { SegmentRule } from './segment-rule.tsx'

const DeleteSegmentDialog = lazyPart(() => import('./delete-segment-dialog.tsx'), 'DeleteSegmentDialog')

const SegmentChangesDialog = lazyPart(() => import('./segment-changes-dialog.tsx'), 'SegmentChangesDialog')

type SegmentHeaderProps = {
  level: Level
  segment: Segment
  fields: readonly LevelField[]
  base: ListBase
  view: 'list' | 'board'
  /** What can be done with what is shown. */
  menu?: ReactNode
}

/** The segment above its members: name, who sees it, pin, and below them the rule in words. */
export function SegmentHeader({ level, segment, fields, base, view, menu }: SegmentHeaderProps) {
  const go = useGo()
  const [, change] = useSearchParams()
  const narrow = useNarrow()
  const [opened, setOpened] = useState<'changes' | 'delete' | null>(null)
  const breadcrumb = [{ label: `${level.label} segments`, to: paths.levelSegments(level.plural) }]
  return (
    <>
      <PageHeader
        title={segment.name}
        breadcrumb={narrow ? undefined : breadcrumb}
        aside={
          <>
            <PinButton segment={segment} />
            <Visibility isPrivate={segment.isPrivate} className="max-md:hidden" />
          </>
        }
      >
        <ViewSwitch
          view={view}
          addressOf={(other) => {
            const address = paths.segment(level.plural, segment.segmentId)
            return other === segment.view.mode ? address : `${address}?view=${other}`
          }}
        />
        <IconButton
          label="Entered and left"
          size="sm"
          icon={<IconArrowsLeftRight aria-hidden />}
          aria-haspopup="dialog"
          onClick={() => setOpened('changes')}
        />
        {menu}
        {segment.mayEdit && (
          <>
            <Button
              size="sm"
              icon={<IconPencil aria-hidden />}
              aria-haspopup="dialog"
              onClick={() => change({ segment: 'edit' })}
            >
              Edit
            </Button>
            <IconButton
              label="Delete the segment"
              size="sm"
              icon={<IconTrash aria-hidden />}
              onClick={() => setOpened('delete')}
            />
          </>
        )}
      </PageHeader>
      <SegmentRule level={level} segment={segment} fields={fields} base={base} />
      {opened === 'changes' && (
        <Suspense>
          <SegmentChangesDialog level={level} segment={segment} onClose={() => setOpened(null)} />
        </Suspense>
      )}
      {opened === 'delete' && (
        <Suspense>
          <DeleteSegmentDialog
            segment={segment}
            onClose={() => setOpened(null)}
            onDeleted={() => go(paths.segments, { replace: true })}
          />
        </Suspense>
      )}
    </>
  )
}
