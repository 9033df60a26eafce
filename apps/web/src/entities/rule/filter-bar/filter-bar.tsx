import { Suspense, useRef, useState } from 'react'
import { IconFilterPlus } from '@tabler/icons-react'
import type { Rule } from '@steward/conditions'
import type { LevelField } from '../../field/index.ts'
import { Button } from '../../../ui/button.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { useShortcut } from '../../../components/shortcuts.ts'
import type { ValueLookups } from '../../value/index.ts'
import { FilterChip } from './filter-chip.tsx'
import { itemsOf, filterOf, withConditions, type FilterItem } from './filter-model.ts'

const FilterPopover = lazyPart(() => import('./filter-popover.tsx'), 'FilterPopover')

type FilterBarProps = {
  fields: readonly LevelField[]
  lookups: ValueLookups
  filter: Rule
  onChange: (filter: Rule) => void
  /** Names of fields whose conditions the server calls broken. */
  broken: ReadonlySet<string>
}

type Open = {
  anchor: HTMLElement
  index: number
  /** The chips as the editor found them: what is edited is none of them while it is incomplete. */
  items: readonly FilterItem[]
}

/** Chips that all must hold, each opening its editor, and a button that adds one. */
export function FilterBar({ fields, lookups, filter, onChange, broken }: FilterBarProps) {
  const [open, setOpenNow] = useState<Open | null>(null)
  const [used, setUsed] = useState(false)
  const add = useRef<HTMLButtonElement>(null)
  const items = itemsOf(filter)

  function setOpen(next: Open | null) {
    if (next) setUsed(true)
    setOpenNow(next)
  }

  function remove(index: number) {
    onChange(filterOf(items.toSpliced(index, 1)))
  }

  function openNew() {
    if (!add.current) return
    // Where nothing has the focus, the button gets it back afterwards.
    if (document.activeElement === document.body) add.current.focus()
    setOpen({ anchor: add.current, index: items.length, items })
  }

  useShortcut('f', openNew, { label: 'Add a filter', group: 'List' })

  const edited = open?.items[open.index]
  return (
    <>
      {items.map((item, index) => (
        <FilterChip
          // A condition is known by its place only: one may be in a filter twice.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          item={item}
          fields={fields}
          lookups={lookups}
          broken={broken}
          onOpen={(anchor) => setOpen({ anchor, index, items })}
          onRemove={() => remove(index)}
        />
      ))}
      <Button
        ref={add}
        size="sm"
        variant="ghost"
        icon={<IconFilterPlus aria-hidden />}
        onClick={openNew}
        onKeyDown={(event) => {
          if (event.key === 'Backspace' && items.length > 0) remove(items.length - 1)
        }}
      >
        Add filter
      </Button>
      {used && (
        <Suspense>
          <FilterPopover
            anchor={open?.anchor ?? null}
            editing={open?.index ?? 0}
            fields={fields}
            lookups={lookups}
            conditions={edited && 'any' in edited ? edited.any : []}
            onChange={(any) => open && onChange(withConditions(open.items, open.index, any))}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
    </>
  )
}
