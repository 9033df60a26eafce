import { useCallback } from 'react'
import { levelOf, levels, type Level, type LevelPlural } from '@steward/contracts/level'
import { levelTitle } from '../../entities/level/index.ts'
import { findRecords } from '../../entities/record/index.ts'
import { Combobox } from '../../ui/combobox.tsx'
import { Field } from '../../ui/field.tsx'
import type { Option } from '../../ui/option.ts'
import { Select } from '../../ui/select.tsx'

/** The record that a new task is about; undefined where it is about none. */
export interface RecordChoice {
  level: Level
  record: Option | null
}

const levelOptions = levels.map((level) => ({ value: level.plural, label: levelTitle(level) }))

interface RecordFieldProps {
  value: RecordChoice
  error?: string | undefined
  onChange: (value: RecordChoice) => void
}

/** Chooses a record by its level and part of its name. */
export function RecordField({ value, error, onChange }: RecordFieldProps) {
  const { level, record } = value
  const load = useCallback(
    async (query: string, signal: AbortSignal) =>
      (await findRecords(level, query, signal, 20)).map(({ id, name }) => ({ value: id, label: name })),
    [level],
  )
  return (
    <div className="flex items-end gap-2">
      <Select<LevelPlural>
        aria-label="Level of the record"
        className="w-36 shrink-0"
        value={level.plural}
        options={levelOptions}
        onChange={(plural) => plural && onChange({ level: levelOf(plural), record: null })}
      />
      <div className="min-w-0 flex-1">
        <Field label="About" error={error}>
          <Combobox
            key={level.plural}
            load={load}
            placeholder="No record"
            value={record}
            onChange={(next) => onChange({ level, record: next })}
          />
        </Field>
      </div>
    </div>
  )
}
