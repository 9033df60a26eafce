import { useEffect, useMemo, useRef, useState } from 'react'
import { IconPlus } from '@tabler/icons-react'
import type { Condition } from '@steward/conditions'
import type { LevelField } from '../../field/index.ts'
import { Button } from '../../../ui/button.tsx'
import { ChoiceList, type ValueLookups, valueTypeOf } from '../../value/index.ts'
import { ConditionEditor } from './condition-editor.tsx'
import { faultOf, firstOperator } from './filter-model.ts'

export type FilterEditorProps = {
  fields: readonly LevelField[]
  lookups: ValueLookups
  conditions: readonly Condition[]
  /** Called with every change that can be applied. */
  onChange: (conditions: readonly Condition[]) => void
  onClose: () => void
}

const nothing: ReadonlySet<string> = new Set()

/** First the field; then operator and value, applied as they change; then alternatives to it. */
export function FilterEditor({ fields, lookups, conditions, onChange, onClose }: FilterEditorProps) {
  const [drafts, setDrafts] = useState(conditions)
  const [choosing, setChoosing] = useState(conditions.length === 0)
  const editor = useRef<HTMLDivElement>(null)
  const chosen = useRef(false)
  const byName = useMemo(() => new Map(fields.map((field) => [field.name, field])), [fields])
  const options = useMemo(
    () => fields.map(({ name, displayName }) => ({ value: name, label: displayName })),
    [fields],
  )

  // What is typed after the field was chosen means its value, or its operator where that takes none.
  useEffect(() => {
    if (choosing || !chosen.current) return
    chosen.current = false
    const shown = editor.current?.querySelectorAll('[data-condition]') ?? []
    const added = Array.from(shown).at(-1)
    const value = added?.querySelector<HTMLElement>('[data-condition-value] input')
    const operator = added?.querySelector<HTMLElement>('[role=combobox]')
    const place = value ?? operator
    place?.focus()
  }, [choosing])

  function take(next: readonly Condition[]) {
    setDrafts(next)
    const ready = next.flatMap((condition) => {
      const field = byName.get(condition.field)
      if (!field) return condition
      if (faultOf(condition, field) !== undefined) return []
      return valueTypeOf(field).inFilter?.(condition, lookups) ?? condition
    })
    onChange(ready)
  }

  function choose(name: string) {
    const field = byName.get(name)
    chosen.current = true
    setChoosing(false)
    if (field) take([...drafts, { field: name, operator: firstOperator(field) }])
  }

  if (choosing) {
    return (
      <ChoiceList
        label="Filter by"
        choices={{ options }}
        selected={nothing}
        onPick={({ value }) => choose(String(value))}
      />
    )
  }
  return (
    <div ref={editor} className="flex min-h-0 flex-col overflow-y-auto">
      {drafts.map((condition, index) => (
        // A condition is known by its place only: one may be in a filter twice.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className={index > 0 ? 'border-t border-line' : undefined}>
          {index > 0 && <p className="px-3 pt-2 text-label text-3">or</p>}
          <ConditionEditor
            condition={condition}
            field={byName.get(condition.field)}
            lookups={lookups}
            onChange={(next) => take(drafts.toSpliced(index, 1, next))}
            onRemove={() => {
              const rest = drafts.toSpliced(index, 1)
              take(rest)
              if (rest.length === 0) onClose()
            }}
            onDone={onClose}
          />
        </div>
      ))}
      <div className="flex items-center justify-between border-t border-line p-1.5">
        <Button size="sm" variant="ghost" icon={<IconPlus aria-hidden />} onClick={() => setChoosing(true)}>
          Or another condition
        </Button>
        <Button size="sm" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  )
}
