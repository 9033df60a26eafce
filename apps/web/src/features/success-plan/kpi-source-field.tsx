import { useQuery } from '@tanstack/react-query'
import { levelOf, type LevelId } from '@steward/contracts/level'
import { levelFieldsQuery } from '../../entities/field/index.ts'
import { Combobox } from '../../ui/combobox.tsx'
import { Field } from '../../ui/field.tsx'

/** Types of fields that the current value of a KPI can follow. */
const followed: ReadonlySet<string> = new Set([
  'number',
  'mandatoryNumber',
  'percentage',
  'currency',
  'health',
])

interface KpiSourceFieldProps {
  level: LevelId
  /** The API name of the field; null: entered by hand. */
  value: string | null
  error: string | undefined
  help: string
  onChange: (name: string | null) => void
}

/** The field that the current value of a KPI follows. */
export function KpiSourceField({ level, value, error, help, onChange }: KpiSourceFieldProps) {
  const { data: fields = [] } = useQuery(levelFieldsQuery(levelOf(level)))
  const options = fields
    .filter(({ dataType }) => followed.has(dataType))
    .map(({ name, displayName }) => ({ value: name, label: displayName }))
  return (
    <Field label="Current value follows" error={error} help={help}>
      <Combobox
        options={options}
        placeholder="Nothing: entered by hand"
        value={options.find((option) => option.value === value) ?? null}
        onChange={(option) => onChange(option && String(option.value))}
      />
    </Field>
  )
}
