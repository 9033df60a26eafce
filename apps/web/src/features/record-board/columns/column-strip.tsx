import { useRef } from 'react'
import type { BoardColumn } from '@steward/contracts/board'
import { cx } from '../../../ui/cx.ts'
import { numberText } from '../../../ui/reader.ts'
import { ColumnMark } from './column-mark.tsx'
import { useColumnDrop } from './use-column-drop.ts'

type ColumnStripProps = {
  column: BoardColumn
  place: number
  accepts: boolean
  /** The filter shuts its records out, so that nothing is known of them. */
  shutOut: boolean
  onOpen: () => void
}

/** A column that is collapsed or filtered out: still a place to drop cards on. */
export function ColumnStrip({ column, place, accepts, shutOut, onOpen }: ColumnStripProps) {
  const element = useRef<HTMLDivElement>(null)
  const isOver = useColumnDrop({ place: element, columnKey: column.key, accepts })
  const { label, count } = column
  return (
    <div
      ref={element}
      data-column={String(column.key)}
      className={cx(
        'flex w-10 shrink-0 snap-start rounded-board border bg-sunken',
        isOver ? 'border-accent-text bg-accent-soft' : 'border-line',
        shutOut && !isOver && 'border-dashed',
      )}
    >
      <button
        type="button"
        aria-label={shutOut ? `Show ${label}` : `Expand ${label}, ${numberText(count)}`}
        data-tooltip={shutOut ? `Show ${label}(excluded by the filter)` : `Expand ${label}`}
        onClick={onOpen}
        className="flex w-full flex-col items-center gap-2 rounded-board py-3 hover:bg-hover"
      >
        <ColumnMark color={column.color} place={place} />
        {!shutOut && <span className="tabular text-label text-3">{numberText(count)}</span>}
        <span className={cx('font-semibold [writing-mode:vertical-rl]', shutOut && 'text-2')}>{label}</span>
      </button>
    </div>
  )
}
