import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useVirtualizer, type VirtualItem, type Virtualizer } from '@tanstack/react-virtual'
import { flushSync } from 'react-dom'
import { rowOfItem, type StreamRow } from './stream-rows.rules.ts'
import { TimelineRow, type OpenParts, type RowEvents } from './timeline-row.tsx'
import type { ItemActs } from './use-item-acts.ts'

type Place = { offset: number; sizes: VirtualItem[] }

/** Where each timeline was left, while the page lives. */
const places = new Map<string, Place>()

type StreamListProps = {
  /** Names the timeline and its view; where it was left is found by it. */
  placeKey: string
  rows: readonly StreamRow[]
  scroller: HTMLDivElement
  acts: ItemActs
  open: OpenParts
  events: Omit<RowEvents, 'onStep'>
  /** An item to bring into view. */
  goTo: number | null
  marked: number | null
  onGone: () => void
  /** The end comes near. */
  onEnd: () => void
  onSeen: (itemIds: readonly number[]) => void
}

/** Pixels, before a row was measured. */
const guesses = { heading: 42, changes: 32, item: 104 } as const
const isNear = 8

function guess(row: StreamRow | undefined): number {
  if (!row) return guesses.item
  return row.type === 'item' && row.item.kind === 'change' ? guesses.changes : guesses[row.type]
}

type Stream = Virtualizer<HTMLDivElement, Element>

/** Printed are all rows that were read, not only those in sight. */
function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    const before = () => flushSync(() => setPrinting(true))
    const after = () => setPrinting(false)
    window.addEventListener('beforeprint', before)
    window.addEventListener('afterprint', after)
    return () => {
      window.removeEventListener('beforeprint', before)
      window.removeEventListener('afterprint', after)
    }
  }, [])
  return printing
}

function useKeptPlace(placeKey: string, stream: Stream): void {
  const latest = useRef(stream)
  useLayoutEffect(() => {
    latest.current = stream
  })
  useEffect(
    () => () => {
      const { scrollOffset, measurementsCache } = latest.current
      places.set(placeKey, { offset: scrollOffset ?? 0, sizes: measurementsCache })
    },
    [placeKey],
  )
}

/** Rows in sight and a few around them; however long the timeline is, no more are drawn. */
export function StreamList(props: StreamListProps) {
  const { placeKey, rows, scroller, acts, open, events, goTo, marked, onGone, onEnd, onSeen } = props
  const [place] = useState(() => places.get(placeKey))
  const printing = usePrinting()
  const stream = useVirtualizer<HTMLDivElement, Element>({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: (at) => guess(rows[at]),
    getItemKey: (at) => rows[at]?.key ?? at,
    overscan: 6,
    initialOffset: place?.offset,
    initialMeasurementsCache: place?.sizes,
  })
  useKeptPlace(placeKey, stream)
  const drawn = stream.getVirtualItems()
  const last = drawn.at(-1)?.index ?? 0

  useEffect(() => {
    if (last >= rows.length - isNear) onEnd()
  }, [last, rows.length, onEnd])

  useEffect(() => {
    if (goTo === null) return
    const at = rowOfItem(rows, goTo)
    if (at === -1) return
    stream.scrollToIndex(at, { align: 'center' })
    onGone()
  }, [goTo, rows, stream, onGone])

  const unread = drawn.flatMap(({ index }) => {
    const row = rows[index]
    return row?.type === 'item' && row.item.unread ? row.item.itemId : []
  })
  const unreadKey = unread.join()
  useEffect(() => {
    if (unreadKey === '') return
    const timer = window.setTimeout(() => onSeen(unreadKey.split(',').map(Number)), 1000)
    return () => window.clearTimeout(timer)
  }, [unreadKey, onSeen])

  const onStep = useStep(rows, stream, scroller)
  const allEvents = useMemo(() => ({ ...events, onStep }), [events, onStep])
  const drawRow = (row: StreamRow) => (
    <TimelineRow
      row={row}
      acts={acts}
      events={allEvents}
      open={open}
      isMarked={row.type === 'item' && row.item.itemId === marked}
    />
  )

  if (printing) {
    return (
      <div>
        {rows.map((row) => (
          <div key={row.key}>{drawRow(row)}</div>
        ))}
      </div>
    )
  }
  return (
    <div className="relative" style={{ height: stream.getTotalSize() }}>
      {drawn.map(({ key, index, start }) => (
        <div
          key={key}
          ref={stream.measureElement}
          data-index={index}
          className="absolute inset-x-0 top-0"
          style={{ transform: `translateY(${start}px)` }}
        >
          {drawRow(rows[index]!)}
        </div>
      ))}
    </div>
  )
}

/** Walks from item to item; one out of sight is brought there before it gets the focus. */
function useStep(rows: readonly StreamRow[], stream: Stream, scroller: HTMLDivElement) {
  return useCallback(
    (key: string, by: 1 | -1) => {
      let at = rows.findIndex((row) => row.key === key) + by
      while (rows[at] && rows[at]!.type === 'heading') at += by
      const row = rows[at]
      if (!row) return
      stream.scrollToIndex(at, { align: 'auto' })
      requestAnimationFrame(() => {
        const place = scroller.querySelector(`[data-index="${at}"]`)
        place?.querySelector<HTMLElement>('article, button')?.focus({ preventScroll: true })
      })
    },
    [rows, stream, scroller],
  )
}
