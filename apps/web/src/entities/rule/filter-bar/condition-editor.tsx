import { IconTrash } from '@tabler/icons-react'
import { operatorsOf, operatorWords, type Condition, type Operator } from '@steward/conditions'
import type { LevelField } from '../../field/index.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Select } from '../../../ui/select.tsx'
import type { ValueLookups } from '../../value/index.ts'
import { ConditionValue } from './condition-value.tsx'
import { withOperator } from './filter-model.ts'

type ConditionEditorProps = {
  condition: Condition
  /** undefined when the field is gone. */
  field: LevelField | undefined
  lookups: ValueLookups
  onChange: (condition: Condition) => void
  onRemove: () => void
  onDone: () => void
}

export function ConditionEditor(props: ConditionEditorProps) {
  const { condition, field, onChange, onRemove } = props
  const options = field
    ? operatorsOf(field.kind).map((operator) => ({
        value: operator,
        label: operatorWords(operator, field.kind),
      }))
    : []
  return (
    <div data-condition className="flex flex-col gap-2 p-3">
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
          <Select<Operator>
            aria-label="Operator"
            value={condition.operator}
            options={options}
            onChange={(operator) => operator && onChange(withOperator(condition, operator))}
          />
          <div data-condition-value>
            <ConditionValue key={condition.operator} {...props} field={field} />
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
