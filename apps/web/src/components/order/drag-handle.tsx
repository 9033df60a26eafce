import type { KeyboardEvent } from 'react'
import { IconGripVertical } from '@tabler/icons-react'
import type { DragHandle as Dragging } from './use-drag-order.ts'

type DragHandleProps = {
  /** What moves. */
  name: string
  dragging: Dragging
  /** A place up (-1) or down (1). */
  onMove: (by: 1 | -1) => void
}

const steps: Readonly<Record<string, 1 | -1>> = { ArrowUp: -1, ArrowDown: 1 }

/** A row that moves in the page may lose the focus; these many milliseconds later it has moved. */
const moments = [0, 60, 250]

/** Puts the focus back on the grip of what was moved, unless someone took it elsewhere. */
function keepFocus(name: string): void {
  for (const moment of moments) {
    window.setTimeout(() => {
      if (document.activeElement?.closest('button, input, textarea, a')) return
      document.querySelector<HTMLElement>(`[data-move="${CSS.escape(name)}"]`)?.focus()
    }, moment)
  }
}

/** A grip: dragged by the pointer, or moved by Alt and the arrow keys. */
export function DragHandle({ name, dragging, onMove }: DragHandleProps) {
  function press(event: KeyboardEvent) {
    const by = steps[event.key]
    if (!by || !event.altKey) return
    event.preventDefault()
    onMove(by)
    keepFocus(name)
  }

  return (
    // A button cannot be dragged in every browser, so it lies in something that can.
    <span {...dragging} className="relative inline-flex size-6 shrink-0 cursor-grab text-3 hover:text-1">
      <button
        type="button"
        aria-label={`Move ${name}`}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        data-move={name}
        onKeyDown={press}
        className="pointer-events-none flex size-6 items-center justify-center rounded-chip"
      >
        <IconGripVertical size={16} aria-hidden />
      </button>
    </span>
  )
}
