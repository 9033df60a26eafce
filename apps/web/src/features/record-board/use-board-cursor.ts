import { useCallback, useRef, useState, type RefObject } from 'react'
import type { Board, BoardColumn } from '@steward/contracts/board'
import type { Level } from '@steward/contracts/level'
import { recordId } from '../../entities/record/index.ts'
import { columnOf, findCard, type ColumnKey } from './board-model.ts'
import type { CardsHandle } from './columns/column-cards.tsx'

export type Direction = 'up' | 'down' | 'left' | 'right' | 'first' | 'last'

const linkOf = (root: HTMLElement | null, id: number) =>
  root?.querySelector<HTMLElement>(`[data-card="${id}"] a`) ?? null

/** Milliseconds for which a card that moved or was scrolled to may still be missing in its column. */
const patience = 2000

function nextColumn(columns: readonly BoardColumn[], from: number, step: 1 | -1): BoardColumn | undefined {
  for (let at = from + step; at >= 0 && at < columns.length; at += step) {
    if (columns[at]!.records.length > 0) return columns[at]
  }
  return undefined
}

/** The card that one gets to from another. */
function neighbour(
  columns: readonly BoardColumn[],
  column: BoardColumn,
  index: number,
  to: Direction,
): { column: BoardColumn; index: number } | undefined {
  const { length } = column.records
  if (to === 'left' || to === 'right') {
    const other = nextColumn(columns, columns.indexOf(column), to === 'left' ? -1 : 1)
    return other && { column: other, index: Math.min(index, other.records.length - 1) }
  }
  const target = { up: index - 1, down: index + 1, first: 0, last: length - 1 }[to]
  return target >= 0 && target < length ? { column, index: target } : undefined
}

/**
 * Where the keyboard is on a board. `columns` are those that show cards. A card out of view is scrolled
 * to before it gets the focus.
 */
export function useBoardCursor(
  level: Level,
  board: Board | undefined,
  columns: readonly BoardColumn[],
  root: RefObject<HTMLElement | null>,
) {
  const [current, setShown] = useState<number>()
  const latest = useRef(current)
  const awaited = useRef<number>(undefined)
  const handles = useRef(new Map<string, CardsHandle>())

  const setCurrent = useCallback((id: number) => {
    latest.current = id
    awaited.current = undefined
    setShown(id)
  }, [])

  const focusCard = useCallback(
    (id: number, column: BoardColumn, index: number) => {
      setCurrent(id)
      awaited.current = id
      handles.current.get(String(column.key))?.scrollTo(index)
      const until = performance.now() + patience
      const tryFocus = () => {
        if (latest.current !== id) return
        const link = linkOf(root.current, id)
        // The column that it leaves may still show it.
        if (link?.closest<HTMLElement>('[data-column]')?.dataset['column'] === String(column.key))
          link.focus()
        else if (performance.now() < until) requestAnimationFrame(tryFocus)
        else awaited.current = undefined
      }
      requestAnimationFrame(tryFocus)
    },
    [root, setCurrent],
  )

  /** The card that a key means: the one that the focus is on its way to, or else the one that has it. */
  const meant = useCallback((focused: number) => awaited.current ?? focused, [])

  /** Looks the card up on the board as it is by then. */
  const focusId = useCallback(
    (id: number, on: Board | undefined) => {
      const found = on && findCard(on, level, id)
      if (found) focusCard(id, found.column, found.index)
    },
    [focusCard, level],
  )

  /** The card at a place of a column, or the one before it where it was the last. */
  const focusBeside = useCallback(
    (key: ColumnKey, index: number, on: Board) => {
      const column = columnOf(on, key)
      const at = Math.min(index, (column?.records.length ?? 0) - 1)
      if (column && at >= 0) focusCard(recordId(level, column.records[at]!), column, at)
    },
    [focusCard, level],
  )

  function go(id: number, to: Direction): boolean {
    const found = board && findCard(board, level, id)
    const next = found && neighbour(columns, found.column, found.index, to)
    if (!next) return false
    focusCard(recordId(level, next.column.records[next.index]!), next.column, next.index)
    return true
  }

  const onHandle = useCallback((key: ColumnKey, handle: CardsHandle | null) => {
    if (handle) handles.current.set(String(key), handle)
    else handles.current.delete(String(key))
  }, [])

  /** Where the focus belongs, for what had it meanwhile: asked for when it is gone. */
  const place = {
    get current() {
      return latest.current === undefined ? null : linkOf(root.current, latest.current)
    },
  }

  return { current, place, setCurrent, meant, go, focusId, focusBeside, onHandle }
}
