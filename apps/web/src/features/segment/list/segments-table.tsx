import { useEffect, useRef, type CSSProperties } from 'react'
import { useVirtualizer } from '@tanstack/react-virtual'
import type { Segment } from '@steward/contracts/segment'
import { useNarrow } from '../../../components/narrow.ts'
import { cx } from '../../../ui/cx.ts'
import { HiddenHeader, TableHead } from '../../../ui/table-head.tsx'
import { SegmentCells, type OnSegmentMenu } from './segment-cells.tsx'

type SegmentsTableProps = {
  segments: readonly Segment[]
  /** Changes with what is shown; the list then begins at its top again. */
  viewKey: string
  showsLevel: boolean
  /** Left out where nothing may be done. */
  onMenu: OnSegmentMenu | undefined
}

const rowHeight = 56
const cardHeight = 88

const columns = {
  all: 'md:grid-cols-[1.75rem_minmax(0,1fr)_5rem_6rem_2rem] lg:grid-cols-[1.75rem_minmax(0,1fr)_6.5rem_9rem_5rem_6rem_7rem_2rem]',
  one: 'md:grid-cols-[1.75rem_minmax(0,1fr)_5rem_6rem_2rem] lg:grid-cols-[1.75rem_minmax(0,1fr)_9rem_5rem_6rem_7rem_2rem]',
}

/** A table of any length: only the rows in view are in the document, and only these ask for their members. */
export function SegmentsTable({ segments, viewKey, showsLevel, onMenu }: SegmentsTableProps) {
  const narrow = useNarrow()
  const scroller = useRef<HTMLDivElement>(null)
  const height = narrow ? cardHeight : rowHeight
  const rows = useVirtualizer({
    count: segments.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    getItemKey: (index) => segments[index]!.segmentId,
    overscan: 3,
  })
  useEffect(() => rows.measure(), [rows, height])
  useEffect(() => {
    scroller.current?.scrollTo({ top: 0 })
  }, [viewKey])
  const grid = showsLevel ? columns.all : columns.one

  return (
    <div ref={scroller} data-print="page" className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
      <div role="table" aria-label="Segments" aria-rowcount={segments.length + 1} className="min-w-0">
        <Head grid={grid} showsLevel={showsLevel} />
        <div role="rowgroup" className="relative" style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, key, start }) => {
            const place: CSSProperties = { transform: `translateY(${start}px)`, height }
            const segment = segments[index]!
            return (
              <div
                key={key}
                role="row"
                data-segment={segment.segmentId}
                aria-rowindex={index + 2}
                className={cx(
                  'absolute inset-x-0 top-0 flex [contain:strict] items-center gap-x-3 border-b border-line px-4 hover:bg-hover md:grid',
                  grid,
                )}
                style={place}
              >
                <SegmentCells segment={segment} showsLevel={showsLevel} onMenu={onMenu} />
              </div>
            )
          })}
        </div>
      </div>
    </div>
  )
}

const heads = [
  { label: 'Owner', className: 'hidden lg:block' },
  { label: 'Visibility', className: 'hidden md:block' },
  { label: 'Members', className: 'hidden text-right md:block' },
  { label: 'Updated', className: 'hidden pl-3 lg:block' },
]

function Head({ grid, showsLevel }: { grid: string; showsLevel: boolean }) {
  return (
    <TableHead rowIndex={1} className={cx('gap-x-3', grid)}>
      <HiddenHeader>Pin</HiddenHeader>
      <span role="columnheader">Segment</span>
      {showsLevel && (
        <span role="columnheader" className="hidden lg:block">
          Level
        </span>
      )}
      {heads.map(({ label, className }) => (
        <span key={label} role="columnheader" className={className}>
          {label}
        </span>
      ))}
      <HiddenHeader>Actions</HiddenHeader>
    </TableHead>
  )
}
