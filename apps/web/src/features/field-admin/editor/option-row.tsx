import { memo, type ClipboardEvent, type KeyboardEvent } from 'react'
import { IconArchive, IconArchiveOff, IconX } from '@tabler/icons-react'
import { cx } from '../../../ui/cx.ts'
import { DragHandle } from '../../../components/order/drag-handle.tsx'
import { dropEdge, type useDragOrder } from '../../../components/order/use-drag-order.ts'
import type { DraftOption } from './field-draft.ts'
import { ColorSquare, colorName } from './option-color.tsx'

export type OptionActs = {
  change: (key: string, change: Partial<DraftOption>) => void
  remove: (key: string) => void
  /** `said` is what is notified of the move: what came to lie where. */
  move: (key: string, by: 1 | -1, said: { name: string; at: number; all: number }) => void
  /** Puts new options behind one; the focus goes into the last. */
  addBehind: (key: string, texts: readonly string[]) => void
  pickColor: (key: string, button: HTMLElement) => void
}

type OptionRowProps = {
  option: DraftOption
  /** From 1 on. */
  place: number
  all: number
  problem: string | undefined
  drag: ReturnType<ReturnType<typeof useDragOrder>>
  acts: OptionActs
}

const plainButton =
  'flex size-7 shrink-0 items-center justify-center rounded-control text-3 hover:bg-hover hover:text-1'

/** An option: its place, color and text, and the ways to retire it or take it out. */
export const OptionRow = memo(function OptionRow({
  option,
  place,
  all,
  problem,
  drag,
  acts,
}: OptionRowProps) {
  const { key, value, color, retired, id } = option
  const name = value || `option ${place}`

  function move(by: 1 | -1) {
    const at = place - 1 + by
    if (at >= 0 && at < all) acts.move(key, by, { name, at, all })
  }

  function remove(row: Element | null) {
    row?.previousElementSibling?.querySelector<HTMLElement>('[data-option]')?.focus()
    acts.remove(key)
  }

  function press(event: KeyboardEvent) {
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      acts.addBehind(key, [''])
    }
    if (event.key === 'Backspace' && value === '') {
      event.preventDefault()
      remove(event.currentTarget.closest('li'))
    }
  }

  function paste(event: ClipboardEvent) {
    const lines = event.clipboardData
      .getData('text')
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter(Boolean)
    if (lines.length < 2) return
    event.preventDefault()
    const [first, ...others] = value === '' ? lines : [value, ...lines]
    acts.change(key, { value: first })
    acts.addBehind(key, others)
  }

  return (
    <li {...drag.row} className={cx('flex flex-col', dropEdge)}>
      <div className="flex items-center gap-0.5">
        <DragHandle name={name} dragging={drag.handle} onMove={move} />
        <button
          type="button"
          aria-label={`Color of ${name}: ${colorName(color)}`}
          aria-haspopup="dialog"
          onClick={(event) => acts.pickColor(key, event.currentTarget)}
          className={plainButton}
        >
          <ColorSquare color={color} />
        </button>
        <input
          type="text"
          data-option={key}
          aria-label={`Option ${place}`}
          aria-invalid={problem ? true : undefined}
          value={value}
          maxLength={255}
          placeholder="Text of the option"
          onChange={(event) => acts.change(key, { value: event.target.value })}
          onKeyDown={press}
          onPaste={paste}
          className={cx(
            'h-8 min-w-0 flex-1 rounded-control border border-edge bg-surface px-2 outline-none placeholder:text-3 focus-visible:border-accent-text focus-visible:outline-2 focus-visible:-outline-offset-1 focus-visible:outline-accent-text aria-invalid:border-poor',
            retired && 'text-3 line-through',
          )}
        />
        {id !== undefined && (
          <button
            type="button"
            aria-label={retired ? `Restore ${name}` : `Retire ${name}`}
            data-tooltip={
              retired
                ? 'Restore: can be chosen again'
                : 'Retire: keep on existing records, hide from new ones'
            }
            onClick={() => acts.change(key, { retired: !retired })}
            className={plainButton}
          >
            {retired ? <IconArchiveOff size={16} aria-hidden /> : <IconArchive size={16} aria-hidden />}
          </button>
        )}
        <button
          type="button"
          aria-label={`Remove ${name}`}
          data-tooltip="Remove; retired instead where records use it"
          onClick={(event) => remove(event.currentTarget.closest('li'))}
          className={plainButton}
        >
          <IconX size={16} aria-hidden />
        </button>
      </div>
      {problem && (
        <p role="alert" className="pt-1 pb-1 pl-14 text-label text-poor">
          {problem}
        </p>
      )}
    </li>
  )
})
