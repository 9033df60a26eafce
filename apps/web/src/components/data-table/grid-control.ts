import {
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
} from 'react'
import type { EditMove } from '../value/edit-session.ts'
import type { PlacedColumns } from './grid-columns.ts'
import { cellAfter, cellBeside, isTyped, type GridCell } from './grid-keys.ts'

/** What a screen does with its rows. */
export interface GridEvents<Row> {
  onOpen: (row: Row) => void
  /** Takes a row in or out, or with `extend` everything from the last one on. */
  onSelect: (index: number, extend: boolean) => void
  onSelectAll: () => void
  onClear: () => void
  /** Opens the row beside the list. */
  onPeek: (row: Row) => void
  /** The focus came to a row, with peek open or not. */
  onFocusRow: (row: Row) => void
  /** Whether a cell may be edited now; says why where it may not. */
  canEdit: (row: Row, columnId: string) => boolean
}

type Editing = { row: number; columnId: string; typed?: string }

type GridControlOptions<Row> = {
  grid: RefObject<HTMLDivElement | null>
  placed: PlacedColumns
  scrollTo: (row: number, looseColumn: number) => void
  keep: (row: number) => void
  count: number
  rowHeight: number
  rowAt: (index: number) => Row | undefined
  actions: { sortBy: (columnId: string) => void }
  events: GridEvents<Row>
  openMenu: (columnId: string) => void
}

const placeOf = (target: EventTarget) => {
  const cell = (target as Element).closest<HTMLElement>('[data-column],[data-check]')
  const row = cell?.closest<HTMLElement>('[data-row]')
  return cell && row ? { row: Number(row.dataset.row), columnId: cell.dataset.column } : undefined
}

const isInEditor = (event: { target: EventTarget }) =>
  (event.target as Element).closest('[data-editing] :is(input, textarea, button)') !== null

// Shift and a press selects rows, not the text between them.
function onMouseDown(event: MouseEvent) {
  if (event.shiftKey && placeOf(event.target) && !isInEditor(event)) event.preventDefault()
}

/** Focus, keys, pointer and the open editor of a grid. */
export function useGridControl<Row>(options: GridControlOptions<Row>) {
  const { grid, placed, count, rowHeight, rowAt, actions, events } = options
  const [wanted, setActive] = useState<GridCell>({ row: 0, column: 0 })
  const [editing, setEditing] = useState<Editing>()
  const early = useRef<{ key: string; shiftKey: boolean }[]>([])
  const active = {
    row: Math.min(wanted.row, count - 1),
    column: Math.min(wanted.column, Math.max(placed.all.length - 1, 0)),
  }
  const rowsPerPage = Math.max(1, Math.floor((grid.current?.clientHeight ?? 600) / rowHeight) - 2)
  const bounds = { rows: count, columns: placed.all.length, rowsPerPage }

  function go(cell: GridCell) {
    setActive(cell)
    options.keep(cell.row)
    options.scrollTo(cell.row, cell.column - placed.pinned.length)
    const row = rowAt(cell.row)
    if (row !== undefined && cell.row !== active.row) events.onFocusRow(row)
  }

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
      grid.current?.focus({ preventScroll: true })
      latest.current(move)
    },
    [grid],
  )

  function edit(cell: GridCell, typed?: string) {
    const row = rowAt(cell.row)
    const columnId = placed.all[cell.column]?.id
    if (row === undefined || columnId === undefined || !events.canEdit(row, columnId)) return
    // Keys that come before the editor is there add up to what it opens with.
    setEditing((before) => {
      const opening = before?.row === cell.row && before.columnId === columnId ? before.typed : undefined
      const text = typed === undefined ? undefined : `${opening ?? ''}${typed}`
      return { row: cell.row, columnId, typed: text }
    })
  }

  function sortBy(columnId: string | undefined) {
    const column = placed.all.find(({ id }) => id === columnId)
    if (column?.sortable) actions.sortBy(column.id)
  }

  const inHeader: Record<string, (columnId: string) => void> = {
    Enter: sortBy,
    F2: (columnId) => options.openMenu(columnId),
    '.': (columnId) => options.openMenu(columnId),
  }

  function onHeaderKey(event: KeyboardEvent): boolean {
    const run = active.row === -1 ? inHeader[event.key] : undefined
    const columnId = placed.all[active.column]?.id
    if (!run || columnId === undefined) return false
    run(columnId)
    return true
  }

  const isName = placed.all[active.column]?.id === 'name'

  function onChord(event: KeyboardEvent): boolean {
    const isAll = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a'
    if (isAll) events.onSelectAll()
    return isAll
  }

  const onRow: Record<string, (event: KeyboardEvent, row: Row) => void> = {
    Enter: (event, row) => (isName || event.shiftKey ? events.onOpen(row) : edit(active)),
    F2: () => edit(active),
    ' ': (event, row) => (event.shiftKey ? events.onSelect(active.row, false) : events.onPeek(row)),
    Escape: () => events.onClear(),
    x: () => (isName || !startEditing('x') ? events.onSelect(active.row, false) : undefined),
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
    if (row === undefined) return false
    const run = onRow[event.key]
    run?.(event, row)
    if (run) return true
    return isTyped(event) && startEditing(event.key)
  }

  function onMoveKey(event: KeyboardEvent): boolean {
    const next = cellAfter(event, active, bounds)
    if (!next) return false
    go(next)
    if (event.shiftKey && next.row !== active.row && next.row >= 0) events.onSelect(next.row, true)
    return true
  }

  /** A key that means the editor but comes before it is there waits for it. */
  function onEarlyKey(event: KeyboardEvent): boolean {
    if (!editing) return false
    const { key, shiftKey } = event
    if (!isTyped(event) || !startEditing(key)) early.current.push({ key, shiftKey })
    return true
  }

  function onFocus(event: FocusEvent) {
    if (!isInEditor(event)) return
    for (const key of early.current.splice(0)) {
      event.target.dispatchEvent(
        new globalThis.KeyboardEvent('keydown', { ...key, bubbles: true, cancelable: true }),
      )
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.target !== grid.current || event.nativeEvent.isComposing) return
    if (onEarlyKey(event)) return event.preventDefault()
    if (onHeaderKey(event) || onMoveKey(event) || onChord(event) || onRowKey(event)) event.preventDefault()
  }

  function onClick(event: MouseEvent) {
    const place = placeOf(event.target)
    if (!place || isInEditor(event)) return
    if (place.row < 0) return sortBy(place.columnId)
    if (place.columnId === undefined) return events.onSelect(place.row, event.shiftKey)
    const column = placed.all.findIndex(({ id }) => id === place.columnId)
    const cell = { row: place.row, column }
    go(cell)
    grid.current?.focus({ preventScroll: true })
    const link = (event.target as Element).closest('a')
    const row = rowAt(place.row)
    if (!link || row === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    events.onOpen(row)
  }

  function onDoubleClick(event: MouseEvent) {
    const place = placeOf(event.target)
    if (!place || place.columnId === undefined || place.row < 0 || isInEditor(event)) return
    edit({ row: place.row, column: placed.all.findIndex(({ id }) => id === place.columnId) })
  }

  return {
    active,
    editing,
    closeEditor,
    handlers: { onKeyDown, onFocus, onClick, onDoubleClick, onMouseDown },
  }
}
