import type { MouseEvent, RefObject } from 'react'
import { isInEditor, placeOf } from './grid-place.ts'

type RowMenuOptions<Row> = {
  grid: RefObject<HTMLDivElement | null>
  rowAt: (index: number) => Row | undefined
  /** The cell with the focus comes to the row. */
  goTo: (row: number, columnId: string | undefined) => void
  onMenu: ((row: Row, anchor: Element) => void) | undefined
}

/** The button of a row by which its menu opens. */
const rowMenuButton = '[data-row-menu]'

/** Opens the menu of a row: by its button, by the right button of the mouse, or by a key. */
export function rowMenu<Row>({ grid, rowAt, goTo, onMenu }: RowMenuOptions<Row>) {
  function openAt(index: number, columnId: string | undefined, anchor: Element): boolean {
    const row = rowAt(index)
    if (row === undefined || !onMenu) return false
    goTo(index, columnId)
    grid.current?.focus({ preventScroll: true })
    onMenu(row, anchor)
    return true
  }

  return {
    /** By the key: it hangs at the name of the row. */
    openByKey(index: number) {
      const anchor = grid.current?.querySelector(`[data-row="${index}"] [data-column="name"]`)
      if (anchor) openAt(index, undefined, anchor)
    },
    /** Whether a click was on the button of a row. */
    onClick(event: MouseEvent): boolean {
      const button = (event.target as Element).closest(rowMenuButton)
      const place = button && placeOf(button)
      return place ? openAt(place.row, place.columnId, button) : false
    },
    onContextMenu(event: MouseEvent) {
      const place = placeOf(event.target)
      const cell = (event.target as Element).closest('[data-column]')
      // With Shift, and on what is edited, the menu is the browser's.
      if (!place || !cell || event.shiftKey || isInEditor(event)) return
      if (openAt(place.row, place.columnId, cell)) event.preventDefault()
    },
  }
}
