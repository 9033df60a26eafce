import { useId, useState, type ReactNode } from 'react'
import type { Level } from '@steward/contracts/level'
import type { LevelField } from '../../../entities/field/index.ts'
import { levelTitle } from '../../../entities/level/index.ts'
import { cx } from '../../../ui/cx.ts'
import { MultiCombobox } from '../../../ui/combobox.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import type { Detection } from '../bulk.calls.ts'
import { IdSources } from './id-source.tsx'
import { MatchingChoice } from './matching-choice.tsx'
import { ReimportChoices } from '../reimport/reimport-section.tsx'
import { keyFields, keyWays, wayOf } from './import-key.ts'
import type { Choices } from '../wizard/import-draft.ts'
import type { Choose } from '../wizard/import-draft.ts'
import { StepHeading } from '../wizard/step-heading.tsx'

type MatchingSectionProps = {
  level: Level
  detection: Detection
  choices: Choices
  targets: readonly LevelField[]
  onChoose: Choose
  /** Beside the heading. */
  children?: ReactNode
}

/** How a row finds the record it is about, and what may happen to it. */
export function MatchingSection({
  level,
  detection,
  choices,
  targets,
  onChoose,
  children,
}: MatchingSectionProps) {
  const fields = keyFields(choices, targets)
  const [combining, setCombining] = useState(wayOf(choices.key, fields) === 'several')
  const way = combining ? 'several' : wayOf(choices.key, fields)
  const name = useId()

  function choose(next: string) {
    setCombining(next === 'several')
    if (next === 'several') return
    const isNone = next === 'none'
    onChoose({ key: isNone ? [] : [next], ...(isNone ? { mode: 'createOrUpdate' } : {}) })
  }

  return (
    <section className="flex flex-col gap-2">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <StepHeading title="How should rows match existing records?">
          <span className="max-sm:hidden">Rows that match update the record; all others create one.</span>
        </StepHeading>
        {children}
      </div>
      <div role="radiogroup" aria-label="Match by" className="flex flex-wrap gap-x-6 gap-y-1">
        {keyWays(fields, level).map((choice) => (
          <label key={choice.value} className="flex min-h-6 items-start gap-2 py-0.5">
            <input
              type="radio"
              name={name}
              className="mt-0.5 size-4 shrink-0 appearance-none rounded-full border border-edge bg-surface checked:border-[5px] checked:border-accent checked:bg-white"
              checked={way === choice.value}
              onChange={() => choose(choice.value)}
            />
            <span>
              {choice.label}
              {choice.note && <span className="text-label text-2 max-sm:hidden"> · {choice.note}</span>}
            </span>
          </label>
        ))}
      </div>
      {way === 'several' && <KeyFields fields={fields} choices={choices} onChoose={onChoose} />}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-1">
        <KeyNote detection={detection} choices={choices} />
        <IdSources
          level={level}
          detection={detection}
          choices={choices}
          targets={targets}
          onChoose={onChoose}
        />
      </div>
      <Rules level={level} detection={detection} choices={choices} onChoose={onChoose} />
    </section>
  )
}

/** Whether every row of the file has a value of its own in the suggested key. */
function KeyNote({
  detection: { key, keyNote },
  choices,
}: Pick<MatchingSectionProps, 'detection' | 'choices'>) {
  if (!keyNote || key.join() !== choices.key.join()) return null
  return (
    <p role="status" className={cx('text-label', keyNote.isUnique ? 'text-2' : 'text-average')}>
      {keyNote.why}
    </p>
  )
}

type KeyFieldsProps = { fields: readonly LevelField[]; choices: Choices; onChoose: Choose }

function KeyFields({ fields, choices, onChoose }: KeyFieldsProps) {
  const options = fields.map((field) => ({ value: field.name, label: field.displayName }))
  return (
    <div className="w-120 max-w-full">
      <MultiCombobox
        aria-label="Fields that must match together"
        placeholder="Choose fields"
        options={options}
        value={options.filter(({ value }) => choices.key.includes(value))}
        onChange={(chosen) => onChoose({ key: chosen.slice(0, 5).map(({ value }) => String(value)) })}
      />
    </div>
  )
}

const unreadableCells = [
  { value: 'leaveOut', label: 'Leave out the cell' },
  { value: 'refuse', label: 'Skip the row' },
] as const

const emptyCells = [
  { value: 'keep', label: 'Keep the existing value' },
  { value: 'clear', label: 'Clear the field' },
] as const

/** What the rules come to, in a few words, for when they are folded. */
function rulesText({
  key,
  mode,
  emptyCells: empty,
  unreadableCells: unreadable,
  missingRecords,
}: Choices): string {
  const parts = [
    unreadable === 'leaveOut' ? 'Unreadable cells are left out' : 'Rows with unreadable cells are skipped',
  ]
  if (key.length > 0 && mode !== 'create') {
    parts.push(empty === 'keep' ? 'empty ones change nothing' : 'empty ones clear the field')
  }
  if (key.length > 0 && mode !== 'createOrUpdate')
    parts.push(mode === 'create' ? 'nothing is updated' : 'nothing is created')
  if (key.length > 0 && missingRecords !== 'leave') parts.push('records that the file lacks are looked for')
  return `${parts.join(', ')}.`
}

/** The rules that most files leave as they are, folded so that the columns are in view. */
function Rules(props: Omit<MatchingSectionProps, 'targets'>) {
  return (
    <details>
      <summary className="w-fit max-w-full cursor-pointer truncate rounded-chip">
        <span className="font-medium">Rules for rows and cells</span>
        <span className="text-2"> · {rulesText(props.choices)}</span>
      </summary>
      <div className="pt-3">
        <Modes {...props} />
      </div>
    </details>
  )
}

function Modes({ level, detection, choices, onChoose }: Omit<MatchingSectionProps, 'targets'>) {
  const modes = [
    { value: 'createOrUpdate', label: 'Create and update' },
    { value: 'create', label: 'Create only' },
    { value: 'update', label: 'Update only' },
  ] as const
  return (
    <div className="flex flex-wrap gap-x-8 gap-y-4">
      {choices.key.length > 0 && (
        <MatchingChoice label={`Allowed changes to ${levelTitle(level).toLowerCase()}`}>
          <Segmented
            label="Allowed changes"
            size="md"
            className="max-w-full flex-wrap"
            value={choices.mode}
            onChange={(mode) => onChoose({ mode })}
            options={modes}
          />
        </MatchingChoice>
      )}
      {choices.key.length > 0 && choices.mode !== 'create' && (
        <MatchingChoice label="Empty cells in matching rows">
          <Segmented
            label="Empty cells"
            size="md"
            value={choices.emptyCells}
            onChange={(chosen) => onChoose({ emptyCells: chosen })}
            options={emptyCells}
          />
        </MatchingChoice>
      )}
      <MatchingChoice label="Cells that can't be read">
        <Segmented
          label="Cells that can't be read"
          size="md"
          value={choices.unreadableCells}
          onChange={(chosen) => onChoose({ unreadableCells: chosen })}
          options={unreadableCells}
        />
      </MatchingChoice>
      <ReimportChoices level={level} detection={detection} choices={choices} onChoose={onChoose} />
    </div>
  )
}
