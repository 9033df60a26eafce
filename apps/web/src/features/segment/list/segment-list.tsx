import { Suspense, useCallback, useRef, useState } from 'react'
import type { Segment } from '@steward/contracts/segment'
import { DeleteSegmentDialog, useTogglePin } from '../../../entities/segment/index.ts'
import { useShortcut } from '../../../components/shortcuts.ts'
import { numberText } from '../../../ui/reader.ts'
import { useAnchor } from '../../../ui/use-anchor.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import type { SegmentsView } from '../segments-address.ts'
import { SegmentsEmpty } from './segments-empty.tsx'
import { SegmentsTable } from './segments-table.tsx'

const SegmentMenu = lazyPart(() => import('./segment-menu.tsx'), 'SegmentMenu')

type SegmentListProps = {
  /** Those that are shown. */
  segments: readonly Segment[]
  view: SegmentsView
  showsLevel: boolean
  canEdit: boolean
  onClear: () => void
  onCreate: () => void
  onEdit: (segmentId: number) => void
  onDuplicate: (segmentId: number) => void
}

/** The row that has the focus, else the one under the pointer. */
function pointedId(): number {
  const row =
    document.activeElement?.closest('[data-segment]') ?? document.querySelector('[data-segment]:hover')
  return Number(row?.getAttribute('data-segment'))
}

/** The segments of a tab, with the menu that serves all rows. */
export function SegmentList({ segments, view, showsLevel, canEdit, ...acts }: SegmentListProps) {
  const togglePin = useTogglePin()
  const menu = useAnchor('menu')
  const [menuSegment, setMenuSegment] = useState<Segment | null>(null)
  const [deleting, setDeleting] = useState<Segment | null>(null)

  useShortcut(
    'p',
    () => {
      const pointed = segments.find(({ segmentId }) => segmentId === pointedId())
      if (pointed) void togglePin(pointed)
    },
    { label: 'Pin or unpin the segment', group: 'Segments' },
  )

  const open = useRef(menu.open)
  const onMenu = useCallback((segment: Segment, button: HTMLElement) => {
    setMenuSegment(segment)
    open.current(button)
  }, [])

  return (
    <>
      <p role="status" className="hidden-text">
        {numberText(segments.length)} shown
      </p>
      {segments.length === 0 ? (
        <SegmentsEmpty view={view} canEdit={canEdit} onClear={acts.onClear} onCreate={acts.onCreate} />
      ) : (
        <SegmentsTable
          segments={segments}
          viewKey={`${view.tab} ${view.query} ${view.level?.plural}`}
          showsLevel={showsLevel}
          onMenu={canEdit ? onMenu : undefined}
        />
      )}
      <Suspense>
        {menu.used && menuSegment && (
          <SegmentMenu
            anchor={menu.anchor}
            mayEdit={menuSegment.mayEdit}
            onClose={menu.close}
            onEdit={() => acts.onEdit(menuSegment.segmentId)}
            onDuplicate={() => acts.onDuplicate(menuSegment.segmentId)}
            onDelete={() => setDeleting(menuSegment)}
          />
        )}
      </Suspense>
      {deleting && <DeleteSegmentDialog segment={deleting} onClose={() => setDeleting(null)} />}
    </>
  )
}
