import {
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
} from 'react'
import type { EditMove } from '../edit-move.ts'
import { isSingle } from './cell-range.ts'
import type { CellActs, GridEvents } from './grid-acts.ts'
import { placeOfEditor, type HeldEditing } from './grid-editing.ts'
import { holdCell } from './grid-follow.ts'
import { useGridFocus, type GridFocusOptions } from './grid-focus.ts'
import { cellAfter, cellBeside, isSign, isTyped, type GridCell } from './grid-keys.ts'
import { isInEditor, isPress, opensTab, placeOf } from './grid-place.ts'
import { useGridRanges } from './grid-ranges.ts'
import { rowMenu } from './grid-row-menu.ts'
import type { HeaderActions } from './header-menu.tsx'

type GridControlOptions<Row> = Omit<GridFocusOptions<Row>, 'events'> & {
  actions: Pick<HeaderActions, 'sortBy'>
  events: GridEvents<Row>
  cells: CellActs | undefined
  /** What the editor of a cell opens with because it could not be written. */
  refusedText: (row: Row, columnId: string) => string | undefined
  openMenu: (columnId: string) => void
}

const fillKeys: Readonly<Record<string, 'down' | 'right'>> = { d: 'down', r: 'right' }

/** Keys by which an editor is done. */
const settling: ReadonlySet<string> = new Set(['Enter', 'Tab', 'Escape'])

/** Focus, keys, pointer and the open editor of a grid. */
export function useGridControl<Row>(options: GridControlOptions<Row>) {
  const { grid, placed, rowAt, actions, events, cells } = options
  const [held, setEditing] = useState<HeldEditing<Row>>()
  const editing = held && placeOfEditor(held, options)
  const early = useRef<{ key: string; shiftKey: boolean }[]>([])
  const editor = useRef<HTMLElement | null>(null)
  const focus = useGridFocus(options)
  const { active, bounds, go } = focus
  const ranges = useGridRanges({ grid, placed, focus, cells, isEditing: editing !== undefined })

  function afterEditor(move: EditMove) {
    if (move === 'next' || move === 'previous') go(cellBeside(active, move === 'next' ? 1 : -1, bounds))
    if (move !== 'down' && move !== 'up') return
    const key = { key: move === 'down' ? 'ArrowDown' : 'ArrowUp', ctrlKey: false, metaKey: false }
    const beside = cellAfter(key, active, bounds)
    if (beside && beside.row >= 0) go(beside)
  }

  const latest = useRef(afterEditor)
  useLayoutEffect(() => {
    latest.current = afterEditor
  })
  const closeEditor = useCallback(
    (move: EditMove) => {
      setEditing(undefined)
      early.current = []
      editor.current = null
      grid.current?.focus({ preventScroll: true })
      latest.current(move)
    },
    [grid],
  )

  function edit(cell: GridCell, typed?: string) {
    const row = rowAt(cell.row)
    const columnId = placed.all[cell.column]?.id
    if (row === undefined || columnId === undefined || !events.canEdit(row, columnId)) return
    const refused = options.refusedText(row, columnId)
    // Keys that come before the editor is there add up to what it opens with.
    const place = holdCell(cell, options)
    setEditing((before) => {
      const isSame = before?.cell.id === place.id && before?.columnId === columnId
      const opening = isSame ? before.typed : undefined
      const text = typed === undefined ? (opening ?? refused) : `${opening ?? ''}${typed}`
      return { cell: place, record: row, columnId, typed: text }
    })
  }

  function sortBy(columnId: string | undefined, add: boolean) {
    const column = placed.all.find(({ id }) => id === columnId)
    if (column?.sortable) actions.sortBy(column.id, add ? 'add' : 'turn')
  }

  const inHeader: Record<string, (columnId: string, event: KeyboardEvent) => void> = {
    Enter: (columnId, event) => sortBy(columnId, event.shiftKey),
    F2: (columnId) => options.openMenu(columnId),
    '.': (columnId) => options.openMenu(columnId),
  }

  function onHeaderKey(event: KeyboardEvent): boolean {
    const run = active.row === -1 ? inHeader[event.key] : undefined
    const columnId = placed.all[active.column]?.id
    if (!run || columnId === undefined) return false
    run(columnId, event)
    return true
  }

  const isName = placed.all[active.column]?.id === 'name'
  const menu = rowMenu({
    grid,
    rowAt,
    goTo: (row, id) => go({ row, column: id === undefined ? active.column : focus.columnAt(id) }),
    onMenu: events.onMenu,
  })

  function onChord(event: KeyboardEvent): boolean {
    if (!event.ctrlKey && !event.metaKey) return false
    const key = event.key.toLowerCase()
    if (key === 'a') events.onSelectAll()
    const way = fillKeys[key]
    const fills = way !== undefined && cells?.write !== undefined && active.row >= 0
    if (fills) ranges.fillFirst(way)
    return key === 'a' || fills
  }

  function selectRows(event: KeyboardEvent) {
    if (event.key === 'X') events.onSelect(active.row, true)
    else events.onSelectRows(focus.range.top, focus.range.bottom)
  }

  /** X is a value where the cell takes one, else it selects. */
  function onX(event: KeyboardEvent) {
    if (isName || !startEditing(event.key)) selectRows(event)
  }

  const onRow: Record<string, (event: KeyboardEvent, row: Row) => void> = {
    Enter: (event, row) => (isName || event.shiftKey ? events.onOpen(row) : edit(active)),
    F2: () => edit(active),
    ' ': (event, row) => (event.shiftKey ? selectRows(event) : events.onPeek(row)),
    Escape: () => (isSingle(focus.range) ? events.onClear() : focus.point(active, false)),
    Delete: ranges.erase,
    Backspace: ranges.erase,
    x: onX,
    X: onX,
    '.': () => (isName || !startEditing('.')) && menu.openByKey(active.row),
  }

  /** Opens the editor with a typed key where the cell takes one. */
  function startEditing(typed: string): boolean {
    const row = rowAt(active.row)
    const column = placed.all[active.column]
    if (isName || row === undefined || !column || column.readOnly !== undefined) return false
    edit(active, typed)
    return true
  }

  function onRowKey(event: KeyboardEvent): boolean {
    const row = rowAt(active.row)
    // X is a shortcut, Ctrl X is not.
    if (row === undefined || (event.key.length === 1 && (event.ctrlKey || event.metaKey))) return false
    const run = onRow[event.key]
    run?.(event, row)
    if (run) return true
    return isTyped(event) && startEditing(event.key)
  }

  function onMoveKey(event: KeyboardEvent): boolean {
    const next = cellAfter(event, active, bounds)
    if (!next) return false
    const extend = event.shiftKey && active.row >= 0
    go(extend ? { ...next, row: Math.max(next.row, 0) } : next, extend)
    return true
  }

  /** What of the open editor had the focus last; it has none while it is not there yet. */
  function openEditor(): HTMLElement | undefined {
    return editing && editor.current?.isConnected ? editor.current : undefined
  }

  /**
   * A key that means the editor but comes before it is there waits for it. One that comes after the focus left it,
   * because it could not take what is in it, goes back into it.
   */
  function onEarlyKey(event: KeyboardEvent): boolean {
    if (!editing) return false
    const { key, shiftKey } = event
    const left = openEditor()
    // What is typed goes by itself to what has the focus then.
    if (left && !settling.has(key)) left.focus()
    else {
      if (left || !isSign(event) || !startEditing(key)) early.current.push({ key, shiftKey })
      event.preventDefault()
      left?.focus()
    }
    return true
  }

  function onFocus(event: FocusEvent) {
    // Some editors hang beside the grid, and one within it may tell there what is wrong.
    const isBeside = editing !== undefined && !grid.current?.contains(event.target)
    const isOwn = isInEditor(event)
    if (isOwn || (isBeside && !grid.current?.contains(editor.current))) {
      editor.current = event.target as HTMLElement
    }
    if (!isOwn) return
    for (const key of early.current.splice(0)) {
      event.target.dispatchEvent(
        new globalThis.KeyboardEvent('keydown', { ...key, bubbles: true, cancelable: true }),
      )
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.target !== grid.current || event.nativeEvent.isComposing) return
    if (onEarlyKey(event)) return
    if (onHeaderKey(event) || onMoveKey(event) || onChord(event) || onRowKey(event)) event.preventDefault()
  }

  /** A press on a link opens its row; with Ctrl or Cmd the browser opens it, with Shift it only selects. */
  function onLink(event: MouseEvent, row: Row | undefined) {
    const link = (event.target as Element).closest('a')
    if (!link || row === undefined || opensTab(event)) return
    event.preventDefault()
    if (!event.shiftKey) events.onOpen(row)
  }

  /** A press beside an editor that could not take what is in it leads back to it. */
  function backToEditor(): boolean {
    const left = openEditor()
    if (!editing || !left || !grid.current?.contains(left)) return false
    focus.point({ row: editing.row, column: focus.columnAt(editing.columnId) }, false)
    left.focus()
    return true
  }

  /** A link that is pressed then must not lead away from what was typed. */
  function staysInEditor(event: MouseEvent): boolean {
    if (!backToEditor()) return false
    if (!opensTab(event)) event.preventDefault()
    return true
  }

  /** A press on a checkbox; keys go on from its row. */
  function onCheck(row: number, extend: boolean) {
    events.onSelect(row, extend)
    focus.point({ row, column: active.column }, false)
    grid.current?.focus({ preventScroll: true })
  }

  function onClick(event: MouseEvent) {
    if (menu.onClick(event)) return
    const place = placeOf(event.target)
    if (!place || isInEditor(event) || staysInEditor(event)) return
    if (place.row < 0) return sortBy(place.columnId, event.shiftKey)
    if (place.columnId === undefined) return onCheck(place.row, event.shiftKey)
    // A press chose its row already, under which another may have come before the click.
    const cell = isPress(event) ? active : { row: place.row, column: focus.columnAt(place.columnId) }
    if (!event.shiftKey) go(cell)
    grid.current?.focus({ preventScroll: true })
    onLink(event, rowAt(event.shiftKey ? place.row : cell.row))
  }

  function onDoubleClick(event: MouseEvent) {
    const place = placeOf(event.target)
    if (!place || place.columnId === undefined || place.row < 0 || isInEditor(event)) return
    if (backToEditor()) return
    edit({ row: place.row, column: focus.columnAt(place.columnId) })
  }

  // The focus stays with the grid, whose keys work on; what is dragged over are cells, not text.
  function onMouseDown(event: MouseEvent) {
    if (placeOf(event.target)?.columnId === undefined || isInEditor(event) || event.button !== 0) return
    if ((event.target as Element).closest('[role=columnheader]')) return
    event.preventDefault()
    grid.current?.focus({ preventScroll: true })
    backToEditor()
  }

  const { range, filling, onPointerDown } = ranges
  return {
    /** The rows as they are drawn: one that left while it is edited is still there. */
    rowAt: (index: number) => (index === editing?.row ? editing.gone : undefined) ?? rowAt(index),
    active,
    range,
    filling,
    editing,
    closeEditor,
    handlers: {
      onKeyDown,
      onFocus,
      onClick,
      onDoubleClick,
      onMouseDown,
      onPointerDown,
      onContextMenu: menu.onContextMenu,
    },
  }
}
