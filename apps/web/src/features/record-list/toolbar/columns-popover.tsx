import { useState } from 'react'
import { IconMinus, IconPin, IconPinnedOff } from '@tabler/icons-react'
import type { Level } from '@steward/contracts/level'
import type { LevelField } from '../../../entities/field/index.ts'
import type { GridLayout } from '../../../components/data-table/grid-columns.ts'
import { moveBeside, moveBy, useReorder } from '../../../components/data-table/reorder.ts'
import { AnchoredPopover } from '../../../ui/anchored.tsx'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { nameColumn } from '../grid/column-state.ts'
import type { ColumnChoice } from '../grid/use-list-layout.ts'
import { AvailableColumns, found } from './available-columns.tsx'
import { ColumnSearch } from './column-search.tsx'
import { OrderedRow } from './ordered-row.tsx'

type ColumnsPopoverProps = {
  anchor: Element | null
  level: Level
  /** The level's own fields. */
  fields: readonly LevelField[]
  /** What columns are made of: those of relations too, where they are shown. */
  columnFields: readonly LevelField[]
  layout: GridLayout
  onChange: (columns: ColumnChoice) => void
  onReset: () => void
  onClose: () => void
}

const withoutIt = (ids: readonly string[], id: string) => ids.filter((other) => other !== id)

/** What is shown, in its order, above what could be. */
export function ColumnsPopover(props: ColumnsPopoverProps) {
  const { anchor, level, fields, columnFields, layout, onChange, onReset, onClose } = props
  const [query, setQuery] = useState('')
  const { order, pinned } = layout
  const byName = new Map(columnFields.map((field) => [field.name, field]))
  const shown = order.flatMap((id) => byName.get(id) ?? []).filter((field) => found(field, query))

  const reorder = (next: readonly string[]) => onChange({ pinned, order: next })
  const dragged = useReorder('y', (moved, target, side) =>
    reorder(moveBeside(order, moved, target, target === nameColumn ? 'after' : side)),
  )

  function step(id: string, by: 1 | -1) {
    if (order[order.indexOf(id) + by] !== nameColumn) reorder(moveBy(order, id, by))
  }

  const hide = (id: string) => onChange({ order: withoutIt(order, id), pinned: withoutIt(pinned, id) })
  const pin = (id: string) =>
    onChange({ order, pinned: pinned.includes(id) ? withoutIt(pinned, id) : [...pinned, id] })

  function row({ name, displayName }: LevelField) {
    const fixed = name === nameColumn
    const isPinned = pinned.includes(name)
    return (
      <OrderedRow
        key={name}
        label={displayName}
        fixed={fixed}
        dragged={fixed || query ? undefined : dragged(name)}
        onStep={(by) => step(name, by)}
      >
        {!fixed && (
          <>
            <IconButton
              label={isPinned ? `Unpin ${displayName}` : `Pin ${displayName}`}
              size="sm"
              pressed={isPinned}
              icon={isPinned ? <IconPinnedOff aria-hidden /> : <IconPin aria-hidden />}
              onClick={() => pin(name)}
            />
            <IconButton
              label={`Hide ${displayName}`}
              size="sm"
              icon={<IconMinus aria-hidden />}
              onClick={() => hide(name)}
            />
          </>
        )}
      </OrderedRow>
    )
  }

  return (
    <AnchoredPopover
      anchor={anchor}
      align="end"
      label="Columns"
      onClose={onClose}
      className="max-h-[min(32rem,var(--available-height))] w-80"
    >
      <ColumnSearch value={query} onChange={setQuery} />
      <div className="min-h-0 flex-1 overflow-y-auto px-2 pb-2">
        <section aria-label="Shown">
          <h3 className="px-1 pb-1 text-label font-medium text-3">Shown</h3>
          <ul>{shown.map(row)}</ul>
        </section>
        <AvailableColumns
          level={level}
          fields={fields}
          taken={order}
          query={query}
          verb="Show"
          onChoose={(name) => onChange({ pinned, order: [...order, name] })}
        />
      </div>
      <div className="border-t border-line p-1.5">
        <Button size="sm" variant="ghost" onClick={onReset}>
          Reset to default columns
        </Button>
      </div>
    </AnchoredPopover>
  )
}
