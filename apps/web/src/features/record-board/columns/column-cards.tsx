import { useEffect, useRef } from 'react'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import type { BoardColumn } from '@steward/contracts/board'
import type { Level } from '@steward/contracts/level'
import { recordId } from '../../../entities/record/index.ts'
import { errorText } from '../../../api/error-text.ts'
import type { ValueLookups } from '../../../entities/value/index.ts'
import type { ColumnKey } from '../board-model.ts'
import { BoardCard, cardGap, cardHeight } from '../cards/board-card.tsx'
import type { CardFields } from '../cards/card-fields.ts'
import type { ColumnPages } from './use-column-pages.ts'

/** Lets the board show a card of the column. */
export interface CardsHandle {
  scrollTo: (index: number) => void
}

type ColumnCardsProps = {
  level: Level
  column: BoardColumn
  pages: ColumnPages
  fields: CardFields
  lookups: ValueLookups
  scroller: HTMLElement | null
  onHandle: (key: ColumnKey, handle: CardsHandle | null) => void
  /** The card that had the focus last, on whatever column. */
  current: number | undefined
  movable: boolean
}

/** Cards before the end of what is loaded at which more are asked for. */
const ahead = 6

/** The cards of a column, as many as are in view. */
export function ColumnCards(props: ColumnCardsProps) {
  const { level, column, pages, scroller, onHandle, current } = props
  const { records, count } = column
  const held = records.findIndex((record) => recordId(level, record) === current)
  const heldIndex = useRef(held)
  heldIndex.current = held
  const cards = useVirtualizer({
    count: records.length,
    getScrollElement: () => scroller,
    estimateSize: () => cardHeight + cardGap,
    getItemKey: (index) => recordId(level, records[index]!),
    overscan: 4,
    // The focus is lost with its card.
    rangeExtractor(range) {
      const shown = defaultRangeExtractor(range)
      const at = heldIndex.current
      if (at === -1 || shown.includes(at)) return shown
      return [...shown, at].toSorted((one, other) => one - other)
    },
  })
  useEffect(() => {
    onHandle(column.key, { scrollTo: (index) => cards.scrollToIndex(index) })
    return () => onHandle(column.key, null)
  }, [onHandle, column.key, cards])

  const items = cards.getVirtualItems()
  const last = items.at(-1)?.index ?? -1
  const { hasMore, error, load } = pages
  const wantsMore = hasMore && !error && last >= records.length - ahead
  useEffect(() => {
    if (wantsMore) load()
  }, [wantsMore, load])

  const firstShown = items.find(({ end }) => end > (cards.scrollOffset ?? 0))?.index
  const stop = held === -1 ? firstShown : held
  return (
    <>
      <ul
        aria-label={column.label}
        className="relative"
        style={{ height: Math.max(cards.getTotalSize() - cardGap, 0) }}
      >
        {items.map(({ key, index, start }) => (
          <li
            key={key}
            aria-setsize={count}
            aria-posinset={index + 1}
            className="absolute inset-x-0 top-0"
            style={{ transform: `translateY(${start}px)` }}
          >
            <BoardCard
              level={level}
              record={records[index]!}
              fields={props.fields}
              lookups={props.lookups}
              stop={index === stop}
              movable={props.movable}
            />
          </li>
        ))}
      </ul>
      {hasMore && !error && <CardSkeleton />}
      {error !== null && (
        <p role="alert" className="mt-2 rounded-card bg-poor-soft px-3 py-2 text-label text-poor">
          More cards could not be loaded. {errorText(error)}{' '}
          <button type="button" onClick={load} className="font-semibold underline underline-offset-2">
            Retry
          </button>
        </p>
      )}
    </>
  )
}

/** A card that is on its way. */
export function CardSkeleton() {
  return (
    <div
      aria-hidden
      className="mt-2 flex flex-col justify-between rounded-card border border-line bg-surface px-3 py-3"
      style={{ height: cardHeight }}
    >
      <span className="h-3 w-32 rounded-chip bg-none-soft" />
      <span className="h-3 w-44 rounded-chip bg-none-soft" />
      <span className="h-3 w-24 rounded-chip bg-none-soft" />
    </div>
  )
}
