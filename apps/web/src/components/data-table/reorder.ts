import { useState, type DragEvent } from 'react'

export type DropSide = 'before' | 'after'

/** The list with one entry moved beside another. */
export function moveBeside(
  ids: readonly string[],
  moved: string,
  target: string,
  side: DropSide,
): readonly string[] {
  if (moved === target || !ids.includes(moved) || !ids.includes(target)) return ids
  const rest = ids.filter((id) => id !== moved)
  rest.splice(rest.indexOf(target) + (side === 'after' ? 1 : 0), 0, moved)
  return rest
}

/** The list with one entry a place earlier (-1) or later (1). */
export function moveBy(ids: readonly string[], moved: string, by: 1 | -1): readonly string[] {
  const target = ids[ids.indexOf(moved) + by]
  return target === undefined ? ids : moveBeside(ids, moved, target, by === 1 ? 'after' : 'before')
}

type Drop = { target: string; side: DropSide }

/** Attributes that let entries be dragged into another order. */
export function useReorder(axis: 'x' | 'y', move: (moved: string, target: string, side: DropSide) => void) {
  const [moved, setMoved] = useState<string>()
  const [drop, setDrop] = useState<Drop>()

  function sideOf(event: DragEvent): DropSide {
    const box = event.currentTarget.getBoundingClientRect()
    const share =
      axis === 'x' ? (event.clientX - box.left) / box.width : (event.clientY - box.top) / box.height
    return share < 0.5 ? 'before' : 'after'
  }

  function end() {
    setMoved(undefined)
    setDrop(undefined)
  }

  return (id: string) => ({
    draggable: true,
    'data-drop': drop?.target === id && moved !== id ? drop.side : undefined,
    onDragStart(event: DragEvent) {
      event.dataTransfer.effectAllowed = 'move'
      event.dataTransfer.setData('text/plain', id)
      setMoved(id)
    },
    onDragOver(event: DragEvent) {
      if (moved === undefined) return
      event.preventDefault()
      const side = sideOf(event)
      if (drop?.target !== id || drop.side !== side) setDrop({ target: id, side })
    },
    onDrop(event: DragEvent) {
      event.preventDefault()
      if (moved !== undefined && moved !== id) move(moved, id, sideOf(event))
      end()
    },
    onDragEnd: end,
  })
}
