import { useRef } from 'react'
import type { LevelField } from '../field/index.ts'
import { Field } from '../../ui/field.tsx'
import type { Fault } from './formula-pieces.rules.ts'
import { FormulaArea } from './formula-area.tsx'
import { readableFields } from './readable-field.rules.ts'
import { FunctionHelp } from './function-help.tsx'

type FormulaFieldProps = {
  value: string
  /** The fields of the level; those that formulas read are proposed. */
  fields: readonly LevelField[]
  error: string | undefined
  onChange: (formula: string) => void
}

const noFaults: readonly Fault[] = []

/** A formula that is checked together with the form around it. */
export function FormulaField({ value, fields, error, onChange }: FormulaFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  return (
    <div className="flex flex-col gap-3">
      <Field label="Formula" required error={error}>
        <FormulaArea
          area={area}
          value={value}
          onChange={onChange}
          fields={readableFields(fields)}
          faults={noFaults}
        />
      </Field>
      <FunctionHelp />
    </div>
  )
}
