import type { MouseEvent } from 'react'

/** A cell by its row and column; without a column it is the one of the checkbox. */
export type GridPlace = { row: number; columnId: string | undefined }

/** The cell that something in the grid is in. */
export function placeOf(target: EventTarget | null): GridPlace | undefined {
  const cell = (target as Element | null)?.closest<HTMLElement>('[data-column],[data-check]')
  const row = cell?.closest<HTMLElement>('[data-row]')
  return cell && row ? { row: Number(row.dataset.row), columnId: cell.dataset.column } : undefined
}

export function isInEditor({ target }: { target: EventTarget }): boolean {
  return (target as Element).closest('[data-editing] :is(input, textarea, button)') !== null
}

/** With Ctrl or Cmd the browser opens what a link leads to in a tab of its own. */
export const opensTab = ({ ctrlKey, metaKey }: MouseEvent): boolean => ctrlKey || metaKey

/** Whether a click ends a press that `onPointerDown` of the ranges has seen. */
export const isPress = ({ nativeEvent }: MouseEvent): boolean =>
  nativeEvent instanceof PointerEvent && ['mouse', 'pen'].includes(nativeEvent.pointerType)
