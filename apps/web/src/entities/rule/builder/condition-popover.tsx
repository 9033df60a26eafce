import { useMemo, useState } from 'react'
import type { Condition } from '@steward/conditions'
import { dataTypes } from '@steward/contracts/data-type'
import type { LevelField } from '../../field/index.ts'
import { AnchoredPopover } from '../../../ui/anchored.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConditionEditor } from '../filter-bar/condition-editor.tsx'
import { faultOf, firstOperator } from '../filter-bar/filter-model.ts'
import { ChoiceList, type ValueLookups } from '../../value/index.ts'

type EditorProps = {
  fields: readonly LevelField[]
  lookups: ValueLookups
  /** Left out for a new one, which begins with its field. */
  condition: Condition | undefined
  /** Called with every change; undefined while the condition cannot be applied. */
  onChange: (condition: Condition | undefined) => void
  onRemove: () => void
  onClose: () => void
}

type ConditionPopoverProps = EditorProps & {
  anchor: Element | null
  /** Another one for every opening. */
  opening: number
}

/** One condition, hanging from what opened it. */
export function ConditionPopover({ anchor, opening, ...editor }: ConditionPopoverProps) {
  return (
    <AnchoredPopover anchor={anchor} label="Condition" className="w-80" onClose={editor.onClose}>
      {anchor && <Editor key={opening} {...editor} />}
    </AnchoredPopover>
  )
}

const nothing: ReadonlySet<string> = new Set()

function Editor({ fields, lookups, condition, onChange, onRemove, onClose }: EditorProps) {
  const [draft, setDraft] = useState(condition)
  const options = useMemo(
    () =>
      fields.map(({ name, displayName, dataType }) => {
        const { label } = dataTypes[dataType]
        return { value: name, label: displayName, detail: displayName.endsWith(label) ? undefined : label }
      }),
    [fields],
  )
  const fieldOf = (name: string) => fields.find((field) => field.name === name)

  function take(next: Condition) {
    setDraft(next)
    const field = fieldOf(next.field)
    onChange(!field || faultOf(next, field) === undefined ? next : undefined)
  }

  if (!draft) {
    return (
      <ChoiceList
        label="Field"
        choices={{ options }}
        selected={nothing}
        onPick={({ value }) => {
          const field = fieldOf(String(value))
          if (field) take({ field: field.name, operator: firstOperator(field) })
        }}
      />
    )
  }
  return (
    <div className="flex min-h-0 flex-col overflow-y-auto">
      <ConditionEditor
        condition={draft}
        field={fieldOf(draft.field)}
        lookups={lookups}
        onChange={take}
        onRemove={onRemove}
        onDone={onClose}
      />
      <div className="flex justify-end border-t border-line p-1.5">
        <Button size="sm" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  )
}
