import { useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { FormulaCheck } from '@steward/contracts/calculation'
import { levelOf, type LevelId } from '@steward/contracts/level'
import { type LevelField, levelFieldsQuery } from '../field/index.ts'
import { Field } from '../../ui/field.tsx'
import type { Option } from '../../ui/option.ts'
import { FormulaArea } from './formula-area.tsx'
import { FormulaFaults } from './formula-faults.tsx'
import { FormulaResult } from './formula-result.tsx'
import { FunctionHelp } from './function-help.tsx'
import { readableFields } from './readable-field.rules.ts'
import { useFormulaCheck } from './use-formula-check.ts'

type FormulaEditorProps = {
  level: LevelId
  /** The type of the field, which the result has to fit. */
  dataType: string
  value: string
  onChange: (formula: string) => void
  /** The answer about the present formula; null while it is being changed. */
  onChecked?: (answer: FormulaCheck | null) => void
  /** The field that is edited; absent for a new one. */
  fieldId?: number
  label?: string
  /** What saving was refused for. */
  error?: string
}

const none: readonly LevelField[] = []

/** Writes a formula: with completion, faults where they stand, and its value for a record. */
export function FormulaEditor(props: FormulaEditorProps) {
  const { level, dataType, value, onChange, onChecked, fieldId, label = 'Formula', error } = props
  const area = useRef<HTMLTextAreaElement>(null)
  const [record, setRecord] = useState<Option | null>(null)
  const { data: fields = none } = useQuery(levelFieldsQuery(levelOf(level)))
  const recordId = record === null ? undefined : Number(record.value)
  const checked = useFormulaCheck({ level, formula: value, dataType, fieldId, recordId }, onChecked)
  const faults = checked.answer?.problems ?? []
  return (
    <div className="flex flex-col gap-3">
      <Field label={label} required error={faults.length === 0 ? (error ?? checked.failure) : null}>
        <FormulaArea
          area={area}
          value={value}
          onChange={onChange}
          fields={readableFields(fields)}
          faults={faults}
        />
      </Field>
      <FormulaFaults area={area} faults={faults} />
      <FunctionHelp />
      <FormulaResult level={level} record={record} onRecord={setRecord} answer={checked.last} />
    </div>
  )
}
