import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { FieldValue } from '@steward/contracts/value'
import type { LevelField } from '../../../entities/field/index.ts'
import {
  checkValue,
  ChoiceList,
  editorKind,
  ValueInput,
  type ValueLookups,
} from '../../../entities/value/index.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Segmented } from '../../../ui/segmented.tsx'

type EditFieldDialogProps = {
  fields: readonly LevelField[]
  lookups: ValueLookups
  /** What is changed, for example "12 accounts". */
  subject: string
  onClose: () => void
  onApply: (field: LevelField, value: FieldValue | null, mode: FieldMode) => void
}

export type FieldMode = 'set' | 'add' | 'remove'

const modes = [
  { value: 'set', label: 'Replace' },
  { value: 'add', label: 'Add' },
  { value: 'remove', label: 'Remove' },
] as const

const explanations: Record<FieldMode, string> = {
  set: 'These replace the options of every record.',
  add: "These are added to the record's options.",
  remove: 'These are removed; other options stay.',
}

const nothing: ReadonlySet<string> = new Set()

/** One field of many records: set it alike, or clear it. */
export function EditFieldDialog({ fields, lookups, subject, onClose, onApply }: EditFieldDialogProps) {
  const [field, setField] = useState<LevelField>()
  const [value, setValue] = useState<FieldValue | null>(null)
  const [clears, setClears] = useState(false)
  const [mode, setMode] = useState<FieldMode>('set')
  const [problem, setProblem] = useState<string>()
  const content = useRef<HTMLDivElement>(null)
  const focused = useRef(field)
  // Keys go to the value once a field is chosen, and to the search for another one; the dialog gives the first focus.
  useLayoutEffect(() => {
    if (focused.current === field) return
    focused.current = field
    content.current?.querySelector('input')?.focus()
  }, [field])
  const editable = fields.filter((candidate) => candidate.editable && candidate.dataType !== 'health')

  function apply() {
    if (!field) return
    const read = checkValue(field, clears ? null : value, lookups)
    if (!read.ok) return setProblem(read.message)
    if (read.value === null && !clears) return setProblem('Enter a value, or choose to clear the field.')
    onApply(field, read.value, clears ? 'set' : mode)
    onClose()
  }

  function applyByKey(event: KeyboardEvent) {
    if (!field || event.key !== 'Enter') return
    const isLine = editorKind(field) === 'line' && event.target instanceof HTMLInputElement
    if (!isLine && !event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    apply()
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={field ? field.displayName : 'Edit a field'}
      description={field ? `The same value for ${subject}.` : `Choose what to change for ${subject}.`}
      footer={
        <>
          {field && (
            <Button variant="ghost" className="mr-auto" onClick={() => setField(undefined)}>
              Another field
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={!field} onClick={apply}>
            Update {subject}
          </Button>
        </>
      }
    >
      {field ? (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it listens for keys of the controls in it
        <div ref={content} className="flex flex-col gap-3" onKeyDown={applyByKey}>
          {field.dataType === 'multiPicklist' && !clears && (
            <div className="flex flex-col gap-1.5">
              <Segmented
                label="Action"
                value={mode}
                onChange={setMode}
                options={modes}
                className="self-start"
              />
              <p className="text-label text-2">{explanations[mode]}</p>
            </div>
          )}
          {!clears && (
            <ValueInput
              key={field.name}
              field={field}
              value={value}
              lookups={lookups}
              error={problem}
              onChange={(next, fault) => {
                setValue(next)
                setProblem(fault)
              }}
            />
          )}
          {!field.required && mode === 'set' && (
            <Checkbox label="Clear the field instead" checked={clears} onCheckedChange={setClears} />
          )}
        </div>
      ) : (
        <div ref={content} className="rounded-control border border-line">
          <ChoiceList
            label="Find a field"
            choices={{
              options: editable.map(({ name, displayName }) => ({ value: name, label: displayName })),
            }}
            selected={nothing}
            onPick={(option) => {
              setField(editable.find(({ name }) => name === option.value))
              setValue(null)
              setClears(false)
              setMode('set')
              setProblem(undefined)
            }}
          />
        </div>
      )}
    </Dialog>
  )
}
