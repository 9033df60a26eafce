import { memo, useId, useRef, useState } from 'react'
import type { BoardColumn } from '@steward/contracts/board'
import type { Level } from '@steward/contracts/level'
import type { BoardView } from '../board.calls.ts'
import type { LevelField } from '../../../entities/field/index.ts'
import type { ValueLookups } from '../../../entities/value/index.ts'
import { cx } from '../../../ui/cx.ts'
import type { ColumnKey } from '../board-model.ts'
import type { CardFields } from '../cards/card-fields.ts'
import { ColumnCards, type CardsHandle } from './column-cards.tsx'
import { ColumnHeader } from './column-header.tsx'
import { useColumnDrop } from './use-column-drop.ts'
import { useColumnPages } from './use-column-pages.ts'

/** What all columns of a board have in common. */
export interface ColumnSurroundings {
  level: Level
  view: BoardView
  fields: CardFields
  sum: LevelField | undefined
  lookups: ValueLookups
  movable: boolean
  canCreate: boolean
  onCollapse: (key: ColumnKey) => void
  onNew: (key: ColumnKey) => void
}

type ColumnViewProps = {
  around: ColumnSurroundings
  column: BoardColumn
  place: number
  current: number | undefined
  onHandle: (key: ColumnKey, handle: CardsHandle | null) => void
}

/** A column with its cards. */
export const ColumnView = memo(function ColumnView(props: ColumnViewProps) {
  const { around, column, place, current, onHandle } = props
  const { level, view, movable } = around
  const element = useRef<HTMLElement>(null)
  // Kept as state: the cards below are there before it is.
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null)
  const headingId = useId()
  const accepts = movable && !column.retired
  const isOver = useColumnDrop({ place: element, scroller, columnKey: column.key, accepts })
  const pages = useColumnPages(level, view, column)
  const canAdd = around.canCreate && column.key !== null && !column.retired
  const add = canAdd ? () => around.onNew(column.key) : undefined
  return (
    <section
      ref={element}
      aria-labelledby={headingId}
      data-column={String(column.key)}
      className={cx(
        'flex w-70 shrink-0 snap-start flex-col rounded-board border bg-sunken max-md:w-[calc(100vw-3.5rem)]',
        isOver ? 'border-accent-text bg-accent-soft' : 'border-line',
      )}
    >
      <ColumnHeader
        id={headingId}
        column={column}
        place={place}
        sum={around.sum}
        lookups={around.lookups}
        onCollapse={() => around.onCollapse(column.key)}
        onNew={add}
      />
      <div ref={setScroller} className="min-h-0 flex-1 overflow-y-auto overscroll-y-contain px-2 pt-0.5 pb-2">
        {column.count === 0 ? (
          <EmptyColumn movable={accepts} onAdd={add} />
        ) : (
          <ColumnCards
            level={level}
            column={column}
            pages={pages}
            fields={around.fields}
            lookups={around.lookups}
            scroller={scroller}
            onHandle={onHandle}
            current={current}
            movable={movable}
          />
        )}
      </div>
    </section>
  )
})

function EmptyColumn({ movable, onAdd }: { movable: boolean; onAdd: (() => void) | undefined }) {
  return (
    <p className="flex h-20 items-center justify-center rounded-card border border-dashed border-edge text-label text-2">
      {movable && 'Drop here'}
      {movable && onAdd && ' or\u00A0'}
      {onAdd && (
        <button
          type="button"
          onClick={onAdd}
          className="rounded-chip font-semibold text-accent-text hover:underline"
        >
          {movable ? 'add' : 'Add the first one'}
        </button>
      )}
      {!movable && !onAdd && 'No records'}
    </p>
  )
}
