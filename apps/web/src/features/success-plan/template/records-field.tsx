import { useCallback } from 'react'
import { levelOf, type LevelId } from '@steward/contracts/level'
import { mostApplied } from '@steward/contracts/success-plan/template'
import { findRecords } from '../../../entities/record/index.ts'
import { MultiCombobox } from '../../../ui/combobox.tsx'
import { Field } from '../../../ui/field.tsx'
import type { Option } from '../../../ui/option.ts'

interface RecordsFieldProps {
  level: LevelId
  value: Option[]
  onChange: (records: Option[]) => void
}

/** Records that are named one by one. */
export function RecordsField({ level, value, onChange }: RecordsFieldProps) {
  const of = levelOf(level)
  const load = useCallback(
    async (query: string, signal: AbortSignal) =>
      (await findRecords(levelOf(level), query, signal, 20)).map(({ id, name }) => ({
        value: id,
        label: name,
      })),
    [level],
  )
  return (
    <Field label={`${of.label}s`} required help={`At most ${mostApplied}. Use a segment for more.`}>
      <MultiCombobox load={load} placeholder="Search by name" value={value} onChange={onChange} />
    </Field>
  )
}
