import { useMemo, useState } from 'react'
import { IconPlus } from '@tabler/icons-react'
import { fieldLimits } from '@steward/contracts/field'
import { moveBeside, moveBy } from '../../../components/data-table/reorder.ts'
import { Button } from '../../../ui/button.tsx'
import { drawNow, focusOn } from '../../../ui/draw-now.ts'
import { placeText, useAnnouncer } from '../../../components/order/announcer.tsx'
import { useDragOrder } from '../../../components/order/use-drag-order.ts'
import { newOption, type DraftOption } from './field-draft.ts'
import { ColorPopover } from './option-color.tsx'
import { OptionRow, type OptionActs } from './option-row.tsx'

type Update = (options: readonly DraftOption[]) => readonly DraftOption[]

type OptionListProps = {
  options: readonly DraftOption[]
  problems: Readonly<Record<string, string>>
  problem: string | undefined
  /** Stays the same function from one drawing to the next. */
  onChange: (update: Update) => void
}

const focusOption = (key: string) => focusOn(`[data-option="${key}"]`)

function reordered(options: readonly DraftOption[], order: (keys: readonly string[]) => readonly string[]) {
  const byKey = new Map(options.map((option) => [option.key, option]))
  return order([...byKey.keys()]).flatMap((key) => byKey.get(key) ?? [])
}

type Colored = { key: string; anchor: Element | null }

/** The choices of a field in their order; several lines that are pasted become several options. */
export function OptionList({ options, problems, problem, onChange }: OptionListProps) {
  const [colored, setColored] = useState<Colored | null>(null)
  const [live, announce] = useAnnouncer()
  const dragged = useDragOrder((moved, target, side) =>
    onChange((now) => reordered(now, (keys) => moveBeside(keys, moved, target, side))),
  )
  const acts = useMemo(
    (): OptionActs => ({
      change: (key, change) =>
        onChange((now) => now.map((option) => (option.key === key ? { ...option, ...change } : option))),
      remove: (key) => onChange((now) => now.filter((option) => option.key !== key)),
      move(key, by, said) {
        onChange((now) => reordered(now, (keys) => moveBy(keys, key, by)))
        announce(placeText(said.name, said.at, said.all))
      },
      addBehind(key, texts) {
        const added = texts.map((text) => newOption(text))
        drawNow(() =>
          onChange((now) => {
            const fitting = added.slice(0, fieldLimits.options - now.length)
            return now.toSpliced(now.findIndex((option) => option.key === key) + 1, 0, ...fitting)
          }),
        )
        const last = added.at(-1)
        if (last) focusOption(last.key)
      },
      pickColor: (key, button) => setColored({ key, anchor: button }),
    }),
    [onChange, announce],
  )

  function add() {
    const option = newOption()
    drawNow(() => onChange((now) => [...now, option]))
    focusOption(option.key)
  }

  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1.5 font-medium">Options</legend>
      {options.length > 0 && (
        <ol className="flex flex-col gap-1">
          {options.map((option, at) => (
            <OptionRow
              key={option.key}
              option={option}
              place={at + 1}
              all={options.length}
              problem={problems[option.key]}
              drag={dragged(option.key)}
              acts={acts}
            />
          ))}
        </ol>
      )}
      <div>
        <Button
          size="sm"
          icon={<IconPlus aria-hidden />}
          disabled={options.length >= fieldLimits.options}
          onClick={add}
        >
          Add option
        </Button>
      </div>
      {options.length === 0 && (
        <p className="text-label text-3">Paste a list to add many options at once, one per line.</p>
      )}
      {problem && (
        <p role="alert" className="text-label text-poor">
          {problem}
        </p>
      )}
      {live}
      {colored && (
        <ColorPopover
          anchor={colored.anchor}
          color={options.find(({ key }) => key === colored.key)?.color ?? null}
          onPick={(color) => acts.change(colored.key, { color })}
          onClose={() => setColored({ ...colored, anchor: null })}
        />
      )}
    </fieldset>
  )
}
