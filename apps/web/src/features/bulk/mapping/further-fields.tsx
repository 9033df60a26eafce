import { useRef, useState } from 'react'
import { IconPlus, IconX } from '@tabler/icons-react'
import type { ColumnMapping } from '@steward/contracts/sheet'
import type { LevelField } from '../../../entities/field/index.ts'
import { Button } from '../../../ui/button.tsx'
import { Combobox } from '../../../ui/combobox.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import type { Option } from '../../../ui/option.ts'
import { ChosenField, type ChosenFieldProps } from './chosen-field.tsx'
import { withTarget } from './column-target.ts'
import { furtherOf } from './further-targets.ts'
import { createChoice, leaveOutChoice } from './mapping-choice.ts'

type FurtherFieldsProps = Omit<ChosenFieldProps, 'target' | 'onChange'> & {
  targets: readonly LevelField[]
  options: readonly Option[]
  onReplace: (before: ColumnMapping, after: ColumnMapping) => void
  onAdd: (mapping: ColumnMapping) => void
}

/** Puts the focus into the box of a line that has just been added. */
function focusBox(line: HTMLElement | null) {
  line?.querySelector('input')?.focus()
}

/** Other fields that a column fills as well, a line for each, and a way to add one. */
export function FurtherFields({ targets, options, onReplace, onAdd, ...props }: FurtherFieldsProps) {
  const { guess, mapping, choices } = props
  const [adding, setAdding] = useState(false)
  const addButton = useRef<HTMLButtonElement>(null)
  const further = furtherOf(guess.column, choices.columns)
  const filled = new Set([mapping, ...further].map(({ target }) => target))
  const free = options.filter(
    ({ value }) => value !== leaveOutChoice && value !== createChoice && !filled.has(String(value)),
  )

  function choose(before: ColumnMapping | undefined, option: Option | null) {
    const target = targets.find((field) => field.name === option?.value) ?? null
    const after = withTarget(before ?? mapping, target)
    if (before) onReplace(before, after)
    else if (target) onAdd(after)
    setAdding(false)
  }

  function remove(before: ColumnMapping | undefined) {
    choose(before, null)
    addButton.current?.focus()
  }

  // A line that is filled stays the same one, so that the focus stays in its box.
  const filling: (ColumnMapping | undefined)[] = adding ? [...further, undefined] : further
  const lines = filling.map((line, at) => ({ line, number: at + 2 }))
  return (
    <>
      {lines.map(({ line, number }) => {
        const target = targets.find(({ name }) => name === line?.target)
        return (
          <div key={number} ref={line ? undefined : focusBox} className="flex flex-col gap-1.5">
            <div className="flex items-center gap-1">
              <Combobox
                aria-label={`Field ${number} for ${guess.name}`}
                placeholder="Choose a field"
                options={target ? [{ value: target.name, label: target.displayName }, ...free] : free}
                value={target ? { value: target.name, label: target.displayName } : null}
                onChange={(option) => choose(line, option)}
              />
              <IconButton
                label={`Remove ${target?.displayName ?? 'the field'} from ${guess.name}`}
                icon={<IconX aria-hidden />}
                onClick={() => remove(line)}
              />
            </div>
            {line && target && (
              <ChosenField
                {...props}
                mapping={line}
                target={target}
                onChange={(after) => onReplace(line, after)}
              />
            )}
          </div>
        )
      })}
      <Button
        ref={addButton}
        size="sm"
        variant="ghost"
        className="self-start"
        icon={<IconPlus aria-hidden />}
        aria-label={`Also fill another field from ${guess.name}`}
        onClick={() => setAdding(true)}
      >
        Also fill another field
      </Button>
    </>
  )
}
