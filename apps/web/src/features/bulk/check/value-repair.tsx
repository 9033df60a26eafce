import { hasOptions } from '@steward/contracts/data-type'
import type { LevelField } from '../../../entities/field/index.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Combobox } from '../../../ui/combobox.tsx'
import { Input } from '../../../ui/input.tsx'
import { asOption, type Repair } from './repairs.ts'

type ValueRepairProps = {
  text: string
  field: LevelField | undefined
  repair: Repair | undefined
  onChange: (repair: Repair | null) => void
}

/** What one value is read as instead: another text, nothing, or an option of its own. */
export function ValueRepair(props: ValueRepairProps) {
  const { field } = props
  return field && hasOptions(field.dataType) ? (
    <OptionRepair {...props} field={field} />
  ) : (
    <TextRepair {...props} />
  )
}

function TextRepair({ text, repair, onChange }: ValueRepairProps) {
  const to = typeof repair === 'string' ? repair : undefined
  return (
    <div className="grid grid-cols-1 items-center gap-x-3 gap-y-1 sm:grid-cols-[14rem_9rem]">
      <Input
        aria-label={`Read “${text}” as`}
        placeholder="Read as…"
        value={to ?? ''}
        maxLength={1000}
        onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
      />
      <Checkbox
        label="Read as empty"
        checked={to === ''}
        onCheckedChange={(checked) => onChange(checked ? '' : null)}
      />
    </div>
  )
}

const emptyChoice = -1
const newChoice = -2

function OptionRepair({ text, field, repair, onChange }: ValueRepairProps & { field: LevelField }) {
  const options = [
    { value: newChoice, label: `Add “${text}”`, detail: 'as a new option' },
    { value: emptyChoice, label: 'Read as empty' },
    ...field.options.map(({ id, value }) => ({ value: id, label: value })),
  ]
  const isChosen = ({ value, label }: (typeof options)[number]): boolean => {
    if (value === newChoice) return repair === asOption
    return value === emptyChoice ? repair === '' : repair === label
  }
  return (
    <div className="sm:w-72">
      <Combobox
        aria-label={`Read “${text}” as`}
        placeholder="Read as…"
        options={options}
        value={options.find(isChosen) ?? null}
        onChange={(option) => {
          if (!option) onChange(null)
          else if (option.value === newChoice) onChange(asOption)
          else onChange(option.value === emptyChoice ? '' : option.label)
        }}
      />
    </div>
  )
}
