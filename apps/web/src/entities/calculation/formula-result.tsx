import { useMemo } from 'react'
import { levelOf, type LevelId } from '@steward/contracts/level'
import type { FormulaCheck } from '@steward/contracts/calculation'
import { findRecords } from '../record/index.ts'
import { Combobox } from '../../ui/combobox.tsx'
import { Field } from '../../ui/field.tsx'
import type { Option } from '../../ui/option.ts'
import type { LoadOptions } from '../../ui/use-loaded-options.ts'

type FormulaResultProps = {
  level: LevelId
  record: Option | null
  onRecord: (record: Option | null) => void
  answer: FormulaCheck | null
}

function ResultText({ answer }: { answer: FormulaCheck | null }) {
  if (!answer || answer.result === undefined) return <span className="text-3">–</span>
  if (answer.result === null) {
    return <span className="text-2">{answer.resultProblem ?? 'No value: a field it uses is empty.'}</span>
  }
  return <output className="font-medium break-words text-1 tabular">{answer.resultText}</output>
}

/** What the formula gives for a record that is chosen here. */
export function FormulaResult({ level, record, onRecord, answer }: FormulaResultProps) {
  const { label, name } = levelOf(level)
  const load = useMemo(
    (): LoadOptions => async (query, signal) =>
      (await findRecords(levelOf(level), query, signal)).map((found) => ({
        value: found.id,
        label: found.name,
        detail: found.parentName ?? undefined,
      })),
    [level],
  )
  return (
    <div className="flex flex-col gap-2 rounded-card border border-line bg-sunken p-3">
      <Field label={`Try it on ${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`}>
        <Combobox
          value={record}
          onChange={onRecord}
          load={load}
          placeholder={`Find ${label.toLowerCase()}`}
        />
      </Field>
      {record && (
        <div className="flex items-baseline gap-2 text-body" aria-live="polite">
          <span className="shrink-0 text-3">Result</span>
          <ResultText answer={answer} />
        </div>
      )}
    </div>
  )
}
