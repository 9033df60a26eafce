import { Suspense, useEffect, useRef, useState } from 'react'
import { IconFilterPlus } from '@tabler/icons-react'
import { OPERATORS, type Condition, type Rule } from '@steward/conditions'
import type { LevelField } from '../../field/index.ts'
import { Button } from '../../../ui/button.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { catchKeys } from '../../../ui/typed-ahead.ts'
import { useShortcut } from '../../../components/shortcuts.ts'
import type { ValueLookups } from '../../value/index.ts'
import { finished, settled, type Draft } from '../condition/condition.rules.ts'
import { FilterChip } from './filter-chip.tsx'
import { itemsOf, filterOf, overFields, withConditions, type FilterItem } from './filter-model.ts'

const ConditionPopover = lazyPart(() => import('../condition/condition-popover.tsx'), 'ConditionPopover')

type FilterBarProps = {
  fields: readonly LevelField[]
  lookups: ValueLookups
  filter: Rule
  onChange: (filter: Rule) => void
  /** Names of fields whose conditions the server calls broken. */
  broken: ReadonlySet<string>
  /** Called whenever the editor opens, for fields that are loaded only then. */
  onOpen?: () => void
}

type Open = {
  anchor: HTMLElement
  index: number
  /** The chips as the editor found them: what is edited is none of them while it is incomplete. */
  items: readonly FilterItem[]
}

/** How long typing pauses before the list follows it. Milliseconds. */
const pause = 250

/** Calls `apply` with the latest value once typing pauses, or at once. */
function usePaused(apply: (conditions: readonly Condition[]) => void) {
  const waiting = useRef<number | undefined>(undefined)
  const latest = useRef(apply)
  useEffect(() => {
    latest.current = apply
  })
  useEffect(() => () => window.clearTimeout(waiting.current), [])
  return (conditions: readonly Condition[], wait: number) => {
    window.clearTimeout(waiting.current)
    if (wait === 0) latest.current(conditions)
    else waiting.current = window.setTimeout(() => latest.current(conditions), wait)
  }
}

const isTyped = ({ condition }: Draft) => !['none', 'many'].includes(OPERATORS[condition.operator].arity)

/** Chips that all must hold, each opening its editor, and a button that adds one. */
export function FilterBar({ fields, lookups, filter, onChange, broken, onOpen }: FilterBarProps) {
  const [open, setOpen] = useState<Open | null>(null)
  const [openings, setOpenings] = useState(0)
  const drafts = useRef<readonly Draft[] | null>(null)
  const add = useRef<HTMLButtonElement>(null)
  const items = itemsOf(filter, overFields(fields))
  const apply = usePaused((conditions) => {
    if (open) onChange(withConditions(open.items, open.index, conditions))
  })

  function show(anchor: HTMLElement, index: number) {
    catchKeys()
    onOpen?.()
    drafts.current = null
    setOpenings(openings + 1)
    setOpen({ anchor, index, items })
  }

  function edit(next: readonly Draft[]) {
    drafts.current = next
    apply(finished(next), next.some(isTyped) ? pause : 0)
  }

  function close() {
    if (drafts.current) apply(settled(drafts.current), 0)
    setOpen(null)
  }

  function remove(index: number) {
    onChange(filterOf(items.toSpliced(index, 1)))
  }

  function openNew() {
    if (!add.current) return
    // Where nothing has the focus, the button gets it back afterwards.
    if (document.activeElement === document.body) add.current.focus()
    show(add.current, items.length)
  }

  useShortcut('f', openNew, { label: 'Add a filter', group: 'List' })

  const edited = open?.items[open.index]
  return (
    <>
      {items.map((item, index) => (
        <FilterChip
          // oxlint-disable-next-line react/no-array-index-key -- a condition is known by its place only: one may be in a filter twice
          key={index}
          item={item}
          fields={fields}
          lookups={lookups}
          broken={broken}
          onOpen={(anchor) => show(anchor, index)}
          onRemove={() => remove(index)}
        />
      ))}
      <Button
        ref={add}
        data-leads-to-rows=""
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
      {openings > 0 && (
        <Suspense>
          <ConditionPopover
            anchor={open?.anchor ?? null}
            opening={openings}
            fields={fields}
            lookups={lookups}
            conditions={edited && 'any' in edited ? edited.any : []}
            alternatives
            onChange={edit}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  )
}
