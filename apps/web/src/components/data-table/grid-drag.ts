import { placeOf } from './grid-place.ts'

type DragEvents = {
  onCell: (row: number, columnId: string) => void
  onEnd: () => void
}

/** Pixels of what stays in place above the rows and before the columns, and of the edge that scrolls. */
const inset = { top: 36, start: 44, edge: 12 }
const scrollEvery = 50
const step = 36

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value))
const beyond = (value: number, least: number, most: number) => Math.sign(value - clamp(value, least, most))

/** Follows a pressed pointer over the cells of a grid until it is let go; the grid scrolls at its edges. */
export function followPointer(grid: HTMLElement, { onCell, onEnd }: DragEvents): void {
  let at = { x: 0, y: 0 }
  let last = ''
  let timer = 0

  function look() {
    const box = grid.getBoundingClientRect()
    const left = box.left + inset.start
    const right = box.left + grid.clientWidth - inset.edge
    const top = box.top + inset.top
    const bottom = box.top + grid.clientHeight - inset.edge
    const across = beyond(at.x, left, right)
    const down = beyond(at.y, top, bottom)
    if (across !== 0 || down !== 0) grid.scrollBy(across * step, down * step)
    const target = document.elementFromPoint(clamp(at.x, left, right), clamp(at.y, top, bottom))
    const place = target && grid.contains(target) ? placeOf(target) : undefined
    if (!place || place.columnId === undefined || place.row < 0) return
    const key = `${place.row}:${place.columnId}`
    if (key === last) return
    last = key
    onCell(place.row, place.columnId)
  }

  function onMove(event: PointerEvent) {
    if (event.buttons % 2 === 0) return end()
    at = { x: event.clientX, y: event.clientY }
    if (timer === 0) timer = window.setInterval(look, scrollEvery)
    look()
  }

  function end() {
    window.clearInterval(timer)
    window.removeEventListener('pointermove', onMove)
    window.removeEventListener('pointerup', end)
    window.removeEventListener('pointercancel', end)
    onEnd()
  }

  window.addEventListener('pointermove', onMove)
  window.addEventListener('pointerup', end)
  window.addEventListener('pointercancel', end)
}
