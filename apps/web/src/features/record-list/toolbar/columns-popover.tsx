import { useState, type KeyboardEvent } from 'react'
import {
  IconGripVertical,
  IconMinus,
  IconPin,
  IconPinnedOff,
  IconPlus,
  IconSearch,
} from '@tabler/icons-react'
import type { LevelField } from '../../../api/fields.ts'
import type { GridLayout } from '../../../components/data-table/grid-columns.ts'
import { moveBeside, moveBy, useReorder } from '../../../components/data-table/reorder.ts'
import { AnchoredPopover } from '../../../ui/anchored.tsx'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Input } from '../../../ui/input.tsx'
import { nameColumn } from '../grid/column-state.ts'

type ColumnsPopoverProps = {
  anchor: Element | null
  fields: readonly LevelField[]
  layout: GridLayout
  onChange: (columns: Pick<GridLayout, 'order' | 'pinned'>) => void
  onReset: () => void
  onClose: () => void
}

/** What is shown, in its order, above what could be. */
export function ColumnsPopover({ anchor, fields, layout, onChange, onReset, onClose }: ColumnsPopoverProps) {
  const [query, setQuery] = useState('')
  const { order, pinned } = layout
  const matches = (field: LevelField) => field.displayName.toLowerCase().includes(query.trim().toLowerCase())
  const byName = new Map(fields.map((field) => [field.name, field]))
  const shown = order.flatMap((id) => byName.get(id) ?? [])
  const available = fields.filter((field) => !order.includes(field.name))

  const reorder = (next: readonly string[]) => onChange({ pinned, order: next })
  const dragged = useReorder('y', (moved, target, side) => reorder(moveBeside(order, moved, target, side)))

  function key(event: KeyboardEvent<HTMLElement>, id: string) {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key] as 1 | -1 | undefined
    if (!by || !event.altKey || order[order.indexOf(id) + by] === nameColumn) return
    event.preventDefault()
    reorder(moveBy(order, id, by))
  }

  const hide = (id: string) =>
    onChange({ order: order.filter((other) => other !== id), pinned: pinned.filter((other) => other !== id) })
  const pin = (id: string) =>
    onChange({
      order,
      pinned: pinned.includes(id) ? pinned.filter((other) => other !== id) : [...pinned, id],
    })

  return (
    <AnchoredPopover
      anchor={anchor}
      align="end"
      label="Columns"
      onClose={onClose}
      className="max-h-[min(32rem,var(--available-height))] w-72"
    >
      <div className="p-2">
        <Input
          size="sm"
          type="search"
          aria-label="Find a column"
          placeholder="Find a column"
          leading={<IconSearch aria-hidden />}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-2">
        <h3 className="px-1 pb-1 text-label font-medium text-3">Shown</h3>
        <ul>
          {shown.filter(matches).map((field) => {
            const fixed = field.name === nameColumn
            return (
              <li
                key={field.name}
                {...(fixed || query ? {} : dragged(field.name))}
                className="group flex h-8 items-center gap-1 rounded-chip pr-0.5 pl-1 hover:bg-raised-hover data-[drop=after]:shadow-[inset_0_-2px_0_var(--accent)] data-[drop=before]:shadow-[inset_0_2px_0_var(--accent)]"
              >
                <button
                  type="button"
                  disabled={fixed}
                  aria-label={`${field.displayName}: Alt and arrow keys move it`}
                  aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
                  onKeyDown={(event) => key(event, field.name)}
                  className={cx('flex size-6 items-center justify-center text-3', fixed && 'opacity-0')}
                >
                  <IconGripVertical size={14} aria-hidden />
                </button>
                <span className="min-w-0 flex-1 truncate">{field.displayName}</span>
                {!fixed && (
                  <>
                    <IconButton
                      label={
                        pinned.includes(field.name)
                          ? `Unpin ${field.displayName}`
                          : `Pin ${field.displayName}`
                      }
                      size="sm"
                      pressed={pinned.includes(field.name)}
                      icon={
                        pinned.includes(field.name) ? <IconPinnedOff aria-hidden /> : <IconPin aria-hidden />
                      }
                      onClick={() => pin(field.name)}
                    />
                    <IconButton
                      label={`Hide ${field.displayName}`}
                      size="sm"
                      icon={<IconMinus aria-hidden />}
                      onClick={() => hide(field.name)}
                    />
                  </>
                )}
              </li>
            )
          })}
        </ul>
        {available.some(matches) && (
          <h3 className="px-1 pt-3 pb-1 text-label font-medium text-3">Available</h3>
        )}
        <ul>
          {available.filter(matches).map((field) => (
            <li
              key={field.name}
              className="flex h-8 items-center gap-1 rounded-chip pr-0.5 pl-2 hover:bg-raised-hover"
            >
              <span className="min-w-0 flex-1 truncate text-2">{field.displayName}</span>
              <IconButton
                label={`Show ${field.displayName}`}
                size="sm"
                icon={<IconPlus aria-hidden />}
                onClick={() => onChange({ pinned, order: [...order, field.name] })}
              />
            </li>
          ))}
        </ul>
      </div>
      <div className="border-t border-line p-1.5">
        <Button size="sm" variant="ghost" onClick={onReset}>
          Reset to the usual columns
        </Button>
      </div>
    </AnchoredPopover>
  )
}
