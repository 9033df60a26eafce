import { Suspense, lazy, useState } from 'react'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import type { Level } from '@steward/contracts/level'
import type { Segment } from '@steward/contracts/segment'
import type { LevelField } from '../../../api/fields.ts'
import { useGo } from '../../../components/go.ts'
import { useNarrow } from '../../../components/narrow.ts'
import { PageHeader } from '../../../components/page-header.tsx'
import { useSearchParams } from '../../../components/search-params.ts'
import { PinButton } from '../../../components/segment/pin-button.tsx'
import { Visibility } from '../../../components/segment/visibility.tsx'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import type { ListBase } from '../list-search.ts'
import { SegmentRule } from './segment-rule.tsx'

const DeleteSegmentDialog = lazy(() =>
  import('../../../components/segment/delete-segment-dialog.tsx').then((file) => ({
    default: file.DeleteSegmentDialog,
  })),
)

type SegmentHeaderProps = {
  level: Level
  segment: Segment
  fields: readonly LevelField[]
  base: ListBase
  count: number | undefined
}

/** The segment above its members: name, who sees it, pin, and below them the rule in words. */
export function SegmentHeader({ level, segment, fields, base, count }: SegmentHeaderProps) {
  const go = useGo()
  const [, change] = useSearchParams()
  const narrow = useNarrow()
  const [deleting, setDeleting] = useState(false)
  const breadcrumb = [{ label: `${level.label} segments`, to: paths.levelSegments(level.plural) }]
  return (
    <>
      <PageHeader
        title={segment.name}
        breadcrumb={narrow ? undefined : breadcrumb}
        count={count}
        aside={
          <>
            <PinButton segment={segment} />
            <Visibility isPrivate={segment.isPrivate} className="max-md:hidden" />
          </>
        }
      >
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
              onClick={() => setDeleting(true)}
            />
          </>
        )}
      </PageHeader>
      <SegmentRule level={level} segment={segment} fields={fields} base={base} />
      {deleting && (
        <Suspense>
          <DeleteSegmentDialog
            segment={segment}
            onClose={() => setDeleting(false)}
            onDeleted={() => go(paths.segments, { replace: true })}
          />
        </Suspense>
      )}
    </>
  )
}
