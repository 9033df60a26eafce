import { useQuery } from '@tanstack/react-query'
import { levelOf, type Level } from '@steward/contracts/level'
import type { Rule } from '@steward/conditions'
import type { Segment, SegmentView } from '@steward/contracts/segment'
import { errorPanelProps } from '../../../api/error-text.ts'
import { segmentQuery } from '../../../entities/segment/index.ts'
import { Drawer } from '../../../ui/drawer.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { SegmentForm } from './segment-form.tsx'
import { copyOf, emptyValues, valuesOf, type SegmentValues } from './segment-values.ts'

/** What a list brings along: its rule, and as much of its view as it says. */
export type SegmentStart = { logic?: Rule; view: Partial<SegmentView> }

/** What the drawer is opened for. */
export type SegmentTarget =
  | { kind: 'edit'; segmentId: number }
  /** `from` is the segment to start from, `start` what is in the form already. */
  | { kind: 'create'; level: Level | null; from?: number; start?: SegmentStart }

type SegmentDrawerProps = {
  target: SegmentTarget
  onClose: () => void
  onCreated: (segment: Segment) => void
}

function begun(values: SegmentValues, start: SegmentStart | undefined): SegmentValues {
  if (!start) return values
  return { ...values, logic: start.logic ?? values.logic, view: { ...values.view, ...start.view } }
}

function startOf(target: SegmentTarget, source: Segment | undefined): SegmentValues | undefined {
  if (target.kind === 'edit') return source && valuesOf(source)
  if (target.from !== undefined) return source && begun(copyOf(source), target.start)
  return begun(emptyValues(target.level ?? levelOf('account')), target.start)
}

const drawerWidth = 640

/** Makes a segment or changes one. */
export function SegmentDrawer({ target, onClose, onCreated }: SegmentDrawerProps) {
  const sourceId = target.kind === 'edit' ? target.segmentId : target.from
  const source = useQuery({ ...segmentQuery(sourceId ?? 0), enabled: sourceId !== undefined })
  const start = startOf(target, source.data)
  const title = target.kind === 'edit' ? 'Edit segment' : 'New segment'
  if (start) {
    return (
      <SegmentForm
        title={title}
        start={start}
        segment={target.kind === 'edit' ? (source.data ?? null) : null}
        levelIsFixed={target.kind === 'edit' || target.start !== undefined || target.from !== undefined}
        width={drawerWidth}
        onClose={onClose}
        onCreated={onCreated}
      />
    )
  }
  return (
    <Drawer open onOpenChange={(open) => !open && onClose()} title={title} width={drawerWidth}>
      {source.error ? (
        <ErrorPanel {...errorPanelProps(source.error)} onRetry={() => void source.refetch()} />
      ) : (
        <div className="flex flex-col gap-5" aria-busy="true">
          <Skeleton className="h-8 w-full" />
          <Skeleton className="h-16 w-full" />
          <Skeleton className="h-40 w-full" />
        </div>
      )}
    </Drawer>
  )
}
