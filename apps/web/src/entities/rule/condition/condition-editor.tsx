import type { KeyboardEvent } from 'react'
import { IconTrash } from '@tabler/icons-react'
import { operatorsOf, operatorWords, type Condition, type Operator } from '@steward/conditions'
import type { LevelField } from '../../field/index.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { NativeSelect } from '../../../ui/native-select.tsx'
import type { ValueLookups } from '../../value/index.ts'
import { ConditionValue } from './condition-value.tsx'
import { type Draft, withOperator } from './condition.rules.ts'

type ConditionEditorProps = {
  draft: Draft
  /** undefined when the field is gone. */
  field: LevelField | undefined
  lookups: ValueLookups
  /** Says what is missing, once someone asked to be done. */
  showsFault: boolean
  onChange: (condition: Condition) => void
  onRemove: () => void
  onDone: () => void
}

/** Field, operator and value of one condition. */
export function ConditionEditor(props: ConditionEditorProps) {
  const { draft, field, lookups, showsFault, onChange, onRemove, onDone } = props
  const { condition, fault } = draft
  const options = field
    ? operatorsOf(field.kind).map((operator) => ({
        value: operator,
        label: operatorWords(operator, field.kind),
      }))
    : []

  // Only in a text box: Enter on a day of the calendar chooses it.
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    if (!(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    onDone()
  }

  return (
    <div data-condition data-faulty={fault ? true : undefined} className="flex flex-col gap-2 p-3">
      <div className="flex items-center gap-1">
        <span className="min-w-0 flex-1 truncate font-medium">{field?.displayName ?? 'Field removed'}</span>
        <IconButton
          label="Remove this condition"
          size="sm"
          icon={<IconTrash aria-hidden />}
          onClick={onRemove}
        />
      </div>
      {field ? (
        <>
          <NativeSelect<Operator>
            aria-label="Operator"
            value={condition.operator}
            options={options}
            onChange={(operator) => onChange(withOperator(condition, operator))}
          />
          {showsFault && fault && (
            <p role="alert" className="text-label text-poor">
              {fault}
            </p>
          )}
          {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it listens for keys of the boxes in it */}
          <div data-condition-value onKeyDown={onKeyDown}>
            <ConditionValue
              key={condition.operator}
              condition={condition}
              field={field}
              lookups={lookups}
              onChange={onChange}
            />
          </div>
        </>
      ) : (
        <p className="text-label text-2">
          “{condition.field}” was deleted, so this condition matches nothing.
        </p>
      )}
    </div>
  )
}
