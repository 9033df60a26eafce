import { useQuery } from '@tanstack/react-query'
import { childLevelsOf, type RollupFunction } from '@steward/contracts/calculation'
import { levelOf, type LevelId } from '@steward/contracts/level'
import type { Field as CustomField } from '@steward/contracts/field'
import { Combobox } from '../../ui/combobox.tsx'
import { Field } from '../../ui/field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Select } from '../../ui/select.tsx'
import { customFieldsQuery } from './calculation.calls.ts'
import { childFields, emptyRollup, rollupChoices, type ChildField, type RollupDraft } from './rollup-draft.ts'
import { RollupFilter } from './rollup-filter.tsx'

type RollupEditorProps = {
  level: LevelId
  value: RollupDraft
  onChange: (draft: RollupDraft) => void
  /** What saving was refused for, by the paths of the request. */
  errors?: Readonly<Record<string, string>>
}

const noFields: readonly CustomField[] = []
const toOption = ({ id, label }: ChildField) => ({ value: id, label })

function filterError(errors: Readonly<Record<string, string>>): string | undefined {
  const path = Object.keys(errors).find((key) => key.startsWith('rollup.filter'))
  return path === undefined ? undefined : errors[path]
}

const none: NonNullable<RollupEditorProps['errors']> = {}

/** Defines a roll-up: the records below, what is made of them, of which field, and which of them count. */
export function RollupEditor({ level, value, onChange, errors = none }: RollupEditorProps) {
  const levels = childLevelsOf(level)
  const childLevel = value.childLevel ?? levels[0]
  const { data: custom = noFields } = useQuery({
    ...customFieldsQuery(childLevel ?? 1),
    enabled: childLevel !== undefined,
  })
  if (childLevel === undefined) {
    return <p className="text-body text-2">{levelOf(level).label} has no child records.</p>
  }
  const choices = childFields(childLevel, custom, value.function)
  const chosen = choices.find(({ id }) => id === value.childId)

  function changeFunction(next: RollupFunction) {
    const stays = childFields(childLevel as LevelId, custom, next).some(({ id }) => id === value.childId)
    onChange({ ...value, function: next, childId: stays ? value.childId : null })
  }

  return (
    <div className="flex flex-col gap-3">
      <Field label="Child records" error={errors['rollup.childLevel']}>
        <div className="flex">
          <Segmented
            label="Child records"
            value={String(childLevel)}
            onChange={(next) => onChange({ ...emptyRollup(level), childLevel: Number(next) as LevelId })}
            options={levels.map((id) => ({ value: String(id), label: `${levelOf(id).label}s` }))}
          />
        </div>
      </Field>
      <Field label="Function" error={errors['rollup.function']}>
        <Select
          value={value.function}
          onChange={(next) => next && changeFunction(next)}
          options={rollupChoices}
        />
      </Field>
      <Field
        label="Field"
        required={value.function !== 'count'}
        help={
          value.function === 'count'
            ? 'Leave empty to count all records, or choose a field to count records with a value.'
            : undefined
        }
        error={errors['childId']}
      >
        <Combobox
          value={chosen ? toOption(chosen) : null}
          onChange={(option) =>
            onChange({ ...value, childId: option === null ? null : Number(option.value) })
          }
          options={choices.map(toOption)}
          placeholder="Find a field"
        />
      </Field>
      <RollupFilter
        key={childLevel}
        level={childLevel}
        filter={value.filter}
        onChange={(filter, unfinished) => onChange({ ...value, filter, unfinished })}
        error={filterError(errors)}
      />
    </div>
  )
}
