import { hasOptions } from '@steward/contracts/data-type'
import type { Level } from '@steward/contracts/level'
import type { LevelField } from '../../../entities/field/index.ts'
import { choicesOf, useValueLookups } from '../../../entities/value/index.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Combobox } from '../../../ui/combobox.tsx'
import { Input } from '../../../ui/input.tsx'
import { asOption, type Repair } from './repairs.ts'

type ValueRepairProps = {
  level: Level
  text: string
  field: LevelField | undefined
  repair: Repair | undefined
  onChange: (repair: Repair | null) => void
}

/** What one value is read as instead: another text, nothing, or an option of its own. */
export function ValueRepair(props: ValueRepairProps) {
  const { field } = props
  return field && (hasOptions(field.dataType) || listed.has(field.dataType)) ? (
    <OptionRepair {...props} field={field} />
  ) : (
    <TextRepair {...props} />
  )
}

/** Types beside picklists whose values are picked from a list, and are read by their names. */
const listed: ReadonlySet<string> = new Set(['lifecycleStage', 'pipelineStatus', 'parentEntity', 'pulse'])

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

function OptionRepair({ level, text, field, repair, onChange }: ValueRepairProps & { field: LevelField }) {
  const { options: present = [] } = choicesOf(field, useValueLookups(level))
  const options = [
    ...(hasOptions(field.dataType)
      ? [{ value: newChoice, label: `Add “${text}”`, detail: 'as a new option' }]
      : []),
    ...(field.required ? [] : [{ value: emptyChoice, label: 'Read as empty' }]),
    ...present.map(({ value, label }) => ({ value, label })),
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
