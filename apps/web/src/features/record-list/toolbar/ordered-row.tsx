import type { KeyboardEvent, ReactNode } from 'react'
import { IconGripVertical } from '@tabler/icons-react'
import { cx } from '../../../ui/cx.ts'

type OrderedRowProps = {
  label: string
  /** Attributes that make it draggable; without them it stays where it is. */
  dragged: object | undefined
  /** Where Alt and an arrow key may bring it. */
  onStep: (by: 1 | -1) => void
  fixed?: boolean
  children: ReactNode
}

const rowClass =
  'group flex h-8 items-center gap-1 rounded-chip pr-0.5 pl-1 hover:bg-raised-hover data-[drop=after]:shadow-[inset_0_-2px_0_var(--accent)] data-[drop=before]:shadow-[inset_0_2px_0_var(--accent)]'

/** One entry of a list that is put in order by dragging, or by Alt and the arrow keys. */
export function OrderedRow({ label, dragged, onStep, fixed = false, children }: OrderedRowProps) {
  function onKeyDown(event: KeyboardEvent) {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key] as 1 | -1 | undefined
    if (!by || !event.altKey) return
    event.preventDefault()
    onStep(by)
  }

  return (
    <li {...dragged} className={rowClass}>
      <button
        type="button"
        disabled={fixed}
        aria-label={`${label}: Alt and arrow keys move it`}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        onKeyDown={onKeyDown}
        className={cx('flex size-6 shrink-0 items-center justify-center text-3', fixed && 'opacity-0')}
      >
        <IconGripVertical size={14} aria-hidden />
      </button>
      <span className="min-w-0 flex-1 truncate">{label}</span>
      {children}
    </li>
  )
}
